// Engagements of some organizations or readers over time, in the range and in the period that it is compared with.
import type { DashboardCall } from '@readerlens/contract';
import { buckets, listBuckets } from '@readerlens/contract/buckets';
import type { Bucket } from '@readerlens/contract/buckets';
import { maxSeriesBuckets } from '@readerlens/contract/most-active';
import { previousRange } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { parseId } from '../../platform/http/ids.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { bucketNumber, listStarts } from './monthly.ts';

interface BucketRow {
  readonly id: number;
  readonly bucket: number;
  readonly count: number;
}

/** The shortest parts that are not too many; undefined if even the months are. */
const chooseBucket = (range: ResolvedRange): Bucket | undefined =>
  buckets.find((bucket) => listBuckets(range, bucket).length <= maxSeriesBuckets);

type Column = 'organisation_id' | 'reader_id';

/** The counts of each part of the range, by organization or reader. */
const countParts = async (
  kysely: Selected['kysely'],
  selection: EngagementSelection,
  { column, bucket }: { column: Column; bucket: Bucket },
) => {
  const keys = listBuckets(selection.range, bucket);
  const query = sql<BucketRow>`
    SELECT ${sql.ref(`e.${column}`)} AS id, ${bucketNumber(listStarts(keys, bucket))} AS bucket, count(*) AS count
    FROM engagement AS e WHERE ${selectionWhere(selection)} GROUP BY 1, 2`;
  const series = new Map<number, number[]>();
  for (const { id, bucket: place, count } of await readRows(kysely, query)) {
    const counts = series.get(id) ?? keys.map(() => 0);
    counts[place] = count;
    series.set(id, counts);
  }
  return (id: number | undefined): number[] =>
    (id === undefined ? undefined : series.get(id)) ?? keys.map(() => 0);
};

/** The selection has only those of the request. What is no id has no engagements, as what the caller does not see. */
const readSeries = async ({ kysely, selection }: Selected, column: Column, texts: readonly string[]) => {
  const bucket = chooseBucket(selection.range);
  if (!bucket) return { series: [], bucket: null };
  const earlier = { ...selection, range: previousRange(selection.range) };
  const [findNow, findBefore] = await Promise.all([
    countParts(kysely, selection, { column, bucket }),
    countParts(kysely, earlier, { column, bucket }),
  ]);
  const series = texts.map((text) => {
    const id = parseId(text);
    return { text, before: findBefore(id), now: findNow(id) };
  });
  return { series, bucket };
};

export const rankSeriesFigures = {
  'POST /api/most-active-cos/over-time': {
    read: async (question) => {
      const { series, bucket } = await readSeries(question, 'organisation_id', question.body.orgIds);
      return { data: series.map(({ text: orgId, ...counts }) => ({ orgId, ...counts })), bucket };
    },
  },
  'POST /api/most-active-readers/over-time': {
    read: async (question) => {
      const { series, bucket } = await readSeries(question, 'reader_id', question.body.readerIds);
      return { data: series.map(({ text: readerId, ...counts }) => ({ readerId, ...counts })), bucket };
    },
  },
} satisfies Partial<Figures<DashboardCall>>;
