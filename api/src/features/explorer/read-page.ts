import type { Kysely } from 'kysely';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { buildKeyOrder } from '../../activities/activity-order.ts';
import type { ActivityOrder } from '../../activities/activity-order.ts';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { readKeys, readPlaces } from '../../activities/key-list.ts';
import type { KeyPlace, KeyRange } from '../../activities/key-list.ts';
import { readFromPart } from '../../activities/key-parts.ts';
import type { Extent } from '../../activities/key-parts.ts';
import type { ReadExtent } from '../../activities/packed/selection-extents.ts';
import { selectionWhere } from '../../activities/selection.ts';
import type { EngagementSelection } from '../../activities/selection.ts';
import type { Schema } from '../../platform/db/index.ts';

export interface PageRequest {
  readonly selection: EngagementSelection;
  readonly readExtent: ReadExtent;
  readonly order: ActivityOrder;
  /** 1-based. */
  readonly page: number;
  readonly size: number;
}

export interface FoundPage {
  readonly total: number;
  readonly keys: readonly ActivityKey[];
}

/** The activities of one client are in the order of time in the index; those of several are not. */
const spansClients = ({ clientIds }: EngagementSelection): boolean => clientIds.length !== 1;

const readsParts = ({ selection, order }: PageRequest): boolean =>
  order.field === 'date' && spansClients(selection);

interface RangeRequest {
  readonly extent: Extent;
  readonly range: KeyRange;
  readonly backwards?: boolean;
}

/** A range of the keys in their order, or from the other end. */
const readRange = (
  kysely: Kysely<Schema>,
  request: PageRequest,
  { extent, range, backwards = false }: RangeRequest,
): Promise<ActivityKey[]> => {
  const { selection, order } = request;
  const where = selectionWhere(selection);
  const keyOrder = buildKeyOrder(order, { backwards });
  if (!readsParts(request)) return readKeys(kysely, where, keyOrder, range);
  return readFromPart({ extent, newestFirst: order.descending !== backwards, range }, (part) =>
    readKeys(kysely, part ? joinWithAnd([where, part]) : where, keyOrder, range),
  );
};

/** Keys before `offset` must be skipped, so reading starts from the nearer end. */
const readFromNearerEnd = async (
  kysely: Kysely<Schema>,
  request: PageRequest,
  { extent, offset }: { extent: Extent; offset: number },
): Promise<ActivityKey[]> => {
  const size = Math.min(request.size, extent.count - offset);
  const behind = extent.count - offset - size;
  if (offset <= behind) return readRange(kysely, request, { extent, range: { size, offset } });
  const range = { size, offset: behind };
  return (await readRange(kysely, request, { extent, range, backwards: true })).toReversed();
};

/** The number of matching activities, and the keys of one page; a page after the last is empty. */
export const readPage = async (kysely: Kysely<Schema>, request: PageRequest): Promise<FoundPage> => {
  const { selection, readExtent, order, page, size } = request;
  if (page === 1 && !readsParts(request)) {
    const [{ count }, keys] = await Promise.all([
      readExtent(selection),
      readKeys(kysely, selectionWhere(selection), buildKeyOrder(order), { size, offset: 0 }),
    ]);
    return { total: count, keys };
  }
  const extent = await readExtent(selection);
  const offset = (page - 1) * size;
  const keys = offset < extent.count ? await readFromNearerEnd(kysely, request, { extent, offset }) : [];
  return { total: extent.count, keys };
};

export interface NextRequest {
  readonly selection: EngagementSelection;
  readonly readExtent: ReadExtent;
  readonly after: KeyPlace | undefined;
  readonly size: number;
}

/** The newest of the matching activities, or those that follow a place. */
export const readNextPlaces = async (
  kysely: Kysely<Schema>,
  { selection, readExtent, after, size }: NextRequest,
): Promise<KeyPlace[]> => {
  const where = selectionWhere(selection);
  const read = (part?: Condition) =>
    readPlaces(kysely, part ? joinWithAnd([where, part]) : where, after, size);
  if (!spansClients(selection)) return read();
  const extent = await readExtent(selection);
  const start = after && Date.parse(after.at) * 1000;
  return readFromPart({ extent, newestFirst: true, start, range: { size, offset: 0 } }, read);
};
