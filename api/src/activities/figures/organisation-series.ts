// Engagements of some organizations over time, in the range and in the period that it is compared with.
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

/** The counts of each part of the range, by organization. */
const readSeries = async (kysely: Selected['kysely'], selection: EngagementSelection, bucket: Bucket) => {
  const keys = listBuckets(selection.range, bucket);
  const query = sql<BucketRow>`
    SELECT e.organisation_id AS id, ${bucketNumber(listStarts(keys, bucket))} AS bucket, count(*) AS count
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

export const organisationSeriesFigures = {
  'POST /api/most-active-cos/over-time': {
    read: async ({ kysely, selection, body: { orgIds } }) => {
      const bucket = chooseBucket(selection.range);
      if (!bucket) return { data: [], bucket: null };
      const earlier = { ...selection, range: previousRange(selection.range) };
      const [findNow, findBefore] = await Promise.all(
        [selection, earlier].map((one) => readSeries(kysely, one, bucket)),
      );
      const data = orgIds.map((orgId) => {
        // What is no id has no engagements, as an organization that the caller does not see.
        const id = parseId(orgId);
        return { orgId, before: findBefore?.(id) ?? [], now: findNow?.(id) ?? [] };
      });
      return { data, bucket };
    },
  },
} satisfies Partial<Figures<DashboardCall>>;
