import { stat } from 'node:fs/promises';
import type { Database } from '../platform/db/index.ts';
import type { SqlClient } from '../platform/db/sql-pool.ts';
import type { ImportKind } from './fields.ts';
import { createRowMapper } from './map-row.ts';
import type { MapRow, MappedRow } from './map-row.ts';
import { checkMapping } from './mapping.ts';
import {
  fillActivities,
  mergeClients,
  mergeDocuments,
  mergeNewsletters,
  mergeReaders,
  updateDocuments,
} from './merge-dimensions.ts';
import { lastEngagementId, mergeEngagements, settleSequences } from './merge-engagements.ts';
import type { MergeCounts } from './merge-engagements.ts';
import { isBroken, readRecords } from './read-records.ts';
import type { BrokenLine, SourceRecord } from './read-records.ts';
import { addCountries, createStaging, dropStaging, fillStaging } from './staging.ts';

export interface Rejected {
  readonly line: number;
  /** Undefined when the line could not be read at all. */
  readonly field?: string;
  readonly reason: string;
}

export interface ImportProgress {
  readonly rows: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface ImportOptions {
  readonly file: string;
  /** Checked here; what a mapping file has. */
  readonly mapping?: unknown;
  readonly kind?: ImportKind;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onRejected?: (rejected: Rejected) => void;
  /** Rows of one transaction; 5000 unless told. */
  readonly batchSize?: number;
}

/** Every row read is counted in exactly one of the others. */
export interface ImportSummary extends MergeCounts {
  readonly read: number;
  readonly rejected: number;
}

type GoodRow = Extract<MappedRow, { ok: true }>;
type Merge = (rows: readonly GoodRow[]) => Promise<MergeCounts>;

const inTransaction = async <T>(client: SqlClient, work: () => Promise<T>): Promise<T> => {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};

const engagementMerge = async (client: SqlClient): Promise<Merge> => {
  const lastIdBefore = await lastEngagementId(client);
  return async (rows) => {
    await addCountries(client, rows);
    await mergeClients(client);
    await mergeDocuments(client);
    await mergeReaders(client);
    await mergeNewsletters(client);
    return mergeEngagements(client, lastIdBefore);
  };
};

const documentMerge =
  (client: SqlClient): Merge =>
  async (rows) => {
    await mergeClients(client);
    const added = await mergeDocuments(client);
    await updateDocuments(client);
    await fillActivities(client);
    return { imported: added, alreadyThere: rows.length - added, duplicates: 0 };
  };

/** Batches of mapped rows; what is rejected is told and left out. */
const batchesOf = async function* (
  records: AsyncIterable<SourceRecord | BrokenLine>,
  mapRow: MapRow,
  { batchSize = 5000, onRejected }: ImportOptions,
  counts: { read: number; rejected: number },
): AsyncGenerator<GoodRow[]> {
  let batch: GoodRow[] = [];
  const reject = (rejected: Rejected) => {
    counts.rejected += 1;
    onRejected?.(rejected);
  };
  for await (const record of records) {
    counts.read += 1;
    const row = isBroken(record) ? undefined : mapRow(record);
    if (isBroken(record)) reject(record);
    else if (row?.ok) batch.push(row);
    else if (row) reject({ line: row.line, field: row.field, reason: row.reason });
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
};

const sumOf = (a: MergeCounts, b: MergeCounts): MergeCounts => ({
  imported: a.imported + b.imported,
  alreadyThere: a.alreadyThere + b.alreadyThere,
  duplicates: a.duplicates + b.duplicates,
});

/** Index-only scans need the visibility map, and the planner the statistics; both come from a vacuum. */
const tidy = (client: SqlClient) =>
  client.query('VACUUM (ANALYZE) engagement, engagement_detail, document, reader, organisation, client');

/**
 * Imports a file. Batches are committed one by one, each whole: whatever ends the process, what is there is right,
 * and the same import again adds what is missing and nothing twice. Uses one session; open the database without a
 * statement timeout for large files.
 * @throws ImportError for a file or a mapping that cannot be used; batches before stay.
 */
export const importFile = async (db: Database, options: ImportOptions): Promise<ImportSummary> => {
  const { file, kind = 'engagements', onProgress } = options;
  const mapping = checkMapping(options.mapping ?? {}, kind);
  let bytes = 0;
  const source = await readRecords(file, (read) => (bytes = read));
  const { size: totalBytes } = await stat(file);
  const mapRow = createRowMapper(kind, source.columns, mapping);
  const counts = { read: 0, rejected: 0 };
  let merged: MergeCounts = { imported: 0, alreadyThere: 0, duplicates: 0 };
  const client = await db.session();
  let isClean = false;
  try {
    await createStaging(client, kind);
    const merge = kind === 'engagements' ? await engagementMerge(client) : documentMerge(client);
    for await (const batch of batchesOf(source.records, mapRow, options, counts)) {
      const added = await inTransaction(client, async () => {
        await fillStaging(client, kind, batch);
        return merge(batch);
      });
      merged = sumOf(merged, added);
      onProgress?.({ rows: counts.read, bytes, totalBytes });
    }
    if (kind === 'engagements') await inTransaction(client, () => settleSequences(client));
    await dropStaging(client);
    isClean = true;
    await tidy(client);
    return { ...counts, ...merged };
  } finally {
    client.release(!isClean);
  }
};
