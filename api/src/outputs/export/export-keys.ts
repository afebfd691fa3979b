import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { parseActivityId } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readKeyList } from '../../activities/key-list.ts';
import type { KeyOrder } from '../../activities/key-list.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import type { Schema } from '../../platform/db/index.ts';
import { aggregatedActivities, lastMilliseconds } from './aggregated.ts';

/** The rows of an export, in order; `list` has one item per row, separated by spaces. */
export interface ExportKeys {
  readonly list: string;
  readonly count: number;
}

interface ListRow {
  readonly list: string | null;
  readonly count: number;
}

const readAggregatedKeys = async (
  kysely: Kysely<Schema>,
  where: Condition,
  { by, join }: KeyOrder,
): Promise<ExportKeys> => {
  const columns = sql`e.client_id, e.id, e.occurred_at, e.activity_type, e.sequence, e.quality, e.community_id,
      e.document_id, e.reader_id, e.organisation_id`;
  const query = sql<ListRow>`
    SELECT count(*) AS count, string_agg(concat_ws('/', e.client_id || '-' || e.id, e.others, ${lastMilliseconds}),
      ' ' ORDER BY ${by}) AS list
    FROM ${aggregatedActivities(where, columns)} ${join}`;
  const [row] = (await query.execute(kysely)).rows;
  return { list: row?.list ?? '', count: row?.count ?? 0 };
};

/** The keys of all rows, read at once: later changes neither add nor remove rows. */
export const readExportKeys = async (
  kysely: Kysely<Schema>,
  where: Condition,
  order: KeyOrder,
  { aggregated }: { aggregated: boolean },
): Promise<ExportKeys> => {
  if (aggregated) return readAggregatedKeys(kysely, where, order);
  const { keys, count } = await readKeyList(kysely, where, order);
  return { list: keys, count };
};

export interface KeyBatch {
  readonly keys: ActivityKey[];
  /** One per key when aggregated, else empty: the number of other activities, and the date of the last one. */
  readonly others: number[];
  readonly lastAt: number[];
}

const addTo = (batch: KeyBatch, item: string): void => {
  const [id = '', others, lastAt] = item.split('/');
  const key = parseActivityId(id);
  if (!key) throw new Error(`'${id}' is not the key of an activity.`);
  batch.keys.push(key);
  if (others === undefined) return;
  batch.others.push(Number(others));
  batch.lastAt.push(Number(lastAt));
};

/** Splits a list into batches; `readSize` is asked for the number of keys of each. */
export function* keyBatches(list: string, readSize: () => number): Generator<KeyBatch> {
  let size = readSize();
  let batch: KeyBatch = { keys: [], others: [], lastAt: [] };
  for (let start = 0; start < list.length;) {
    const blank = list.indexOf(' ', start);
    const end = blank < 0 ? list.length : blank;
    addTo(batch, list.slice(start, end));
    if (batch.keys.length === size) {
      yield batch;
      batch = { keys: [], others: [], lastAt: [] };
      size = readSize();
    }
    start = end + 1;
  }
  if (batch.keys.length > 0) yield batch;
}
