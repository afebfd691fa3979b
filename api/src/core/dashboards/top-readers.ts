import type { Kysely } from 'kysely';
import type { ReaderRow } from '@readerlens/contract';
import type { Schema } from '../../platform/db/index.ts';
import type { Rankings } from '../activities/rankings.ts';
import type { EngagementSelection } from '../activities/selection.ts';
import type { Viewer } from '../people/session.ts';
import { readReaderRows } from './reader-rows.ts';

/** The readers with most engagements. */
export const readTopReaders = async (
  { kysely, rankings }: { kysely: Kysely<Schema>; rankings: Rankings },
  selection: EngagementSelection,
  size: number,
  viewer: Viewer,
): Promise<ReaderRow[]> => {
  const order = { field: 'totalEngagements', descending: true, blinded: viewer.blinded } as const;
  const { rows } = await rankings.readers(selection, order, { size, offset: 0 });
  return readReaderRows(kysely, rows, await rankings.latest(selection, rows), viewer);
};
