import type { DashboardCall } from '@readerlens/contract';
import { findBucketDays, listBuckets, maxBuckets } from '@readerlens/contract/buckets';
import type { Bucket } from '@readerlens/contract/buckets';
import { stages } from '@readerlens/contract/vocabulary';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { invalidInput } from '../../platform/http/errors.ts';
import { decodeStage } from '../codes.ts';
import type { Condition } from '../filter-sql.ts';
import type { CountedBucket } from '../packed/packed-rows.ts';
import { selectionWhere } from '../selection.ts';
import { readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

/** 'YYYY-MM' of every month in a range, in order. */
export const listMonths = (range: ResolvedRange): string[] => listBuckets(range, 'month');

/** The months of the range, or its days or weeks if there are not too many, in order. */
const divideRange = (range: ResolvedRange, bucket: Bucket): string[] => {
  const keys = listBuckets(range, bucket);
  if (bucket !== 'month' && keys.length > maxBuckets)
    throw invalidInput('bucket', `The date range must have at most ${maxBuckets} ${bucket}s.`);
  return keys;
};

/** The first instants of buckets. */
export const listStarts = (keys: readonly string[], bucket: Bucket): string[] =>
  keys.map((key) => `${findBucketDays(key, bucket).from}T00:00:00.000Z`);

/** The number of the bucket of `engagement AS e` among those with these first instants. */
export const bucketNumber = (starts: readonly string[]) =>
  sql`width_bucket(e.occurred_at, ${starts}::timestamptz[]) - 1`;

/** `bucket` is the index of the bucket in the range. */
type BucketCount<Row> = Row & { readonly bucket: number; readonly count: number };

interface Parts<Part extends string, Row> {
  readonly parts: readonly Part[];
  readonly choosePart: (row: Row) => Part;
}

interface PartsQuery<Part extends string, Row> extends Parts<Part, Row> {
  readonly query: (bucket: RawBuilder<unknown>, where: Condition) => RawBuilder<BucketCount<Row>>;
}

/** The counts of the parts of each bucket. A bucket without rows has an entry, too. */
const fillBuckets = <Part extends string, Row>(
  keys: readonly string[],
  rows: readonly BucketCount<Row>[],
  { parts, choosePart }: Parts<Part, Row>,
) => {
  const metrics = keys.map((key) => ({
    key,
    value: Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>,
  }));
  for (const row of rows) {
    const metric = metrics[row.bucket];
    if (metric) metric.value[choosePart(row)] += row.count;
  }
  return metrics;
};

interface Divided extends Selected {
  readonly body: { readonly bucket?: Bucket | undefined };
}

/** Counts the parts of each bucket of the range. */
const readBuckets = async <Part extends string, Row>(
  { kysely, selection }: Selected,
  bucket: Bucket,
  { query, ...parts }: PartsQuery<Part, Row>,
) => {
  const keys = divideRange(selection.range, bucket);
  const number = bucketNumber(listStarts(keys, bucket));
  const rows = await readRows(kysely, query(number, selectionWhere(selection)));
  return fillBuckets(keys, rows, parts);
};

/** Initial activities are primary, subsequent ones secondary. */
const bySequence = {
  parts: ['primary', 'secondary'],
  choosePart: ({ sequence }: { sequence: number }) => (sequence === 1 ? 'primary' : 'secondary'),
} as const;

const countByTime = ({ body: { bucket = 'month' }, ...selected }: Divided) =>
  readBuckets(selected, bucket, {
    ...bySequence,
    query: (number, where) => sql`
      SELECT ${number} AS bucket, e.sequence, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`,
  });

const countReadersByTime = ({ body: { bucket = 'month' }, ...selected }: Divided) =>
  readBuckets(selected, bucket, {
    ...bySequence,
    query: (number, where) => sql`
      SELECT bucket, sequence, count(*) AS count
      FROM (SELECT DISTINCT ${number} AS bucket, e.sequence, e.reader_id FROM engagement AS e WHERE ${where}) AS pair
      GROUP BY 1, 2`,
  });

/** The same from shared rows. */
const fillSequences = (
  { selection, body: { bucket = 'month' } }: Divided,
  count: (starts: readonly string[]) => readonly CountedBucket[],
) => {
  const keys = divideRange(selection.range, bucket);
  return { data: fillBuckets(keys, count(listStarts(keys, bucket)), bySequence) };
};

const countStagesByMonth = (selected: Selected) =>
  readBuckets(selected, 'month', {
    parts: stages,
    choosePart: ({ stage }: { stage: number }) => decodeStage(stage),
    query: (number, where) => sql`
      SELECT ${number} AS bucket, e.stage, count(*) AS count FROM engagement AS e WHERE ${where} GROUP BY 1, 2`,
  });

const hasOnlyZeros = ({ data }: { readonly data: readonly { readonly value: object }[] }): boolean =>
  data.every(({ value }) => Object.values(value).every((count) => count === 0));

export const monthlyFigures = {
  'POST /api/client-dashboard/by-month': {
    read: async (question) => ({ data: await countByTime(question) }),
    count: (rows, question) => fillSequences(question, rows.countByTime),
  },
  'POST /api/client-dashboard/unique-by-month': {
    read: async (question) => ({ data: await countReadersByTime(question) }),
    count: (rows, question) => fillSequences(question, rows.countReadersByTime),
  },
  'POST /api/reader-co-dashboard/engagements-over-time': {
    read: async (question) => ({ data: await countByTime(question) }),
    count: (rows, question) => fillSequences(question, rows.countByTime),
    isEmpty: hasOnlyZeros,
  },
  'POST /api/reader-dashboard/share-by-buyersjourney': {
    read: async (question) => ({ data: await countStagesByMonth(question) }),
    isEmpty: hasOnlyZeros,
  },
} satisfies Partial<Figures<DashboardCall>>;
