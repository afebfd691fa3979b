import { withholdErasedReaders } from '../../activities/erasure/withhold-erased.ts';
import { DatabaseError } from '../../platform/db/index.ts';
import { inLockedTransaction } from '../../platform/db/locked-transaction.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import type { ErasureKey } from '../../platform/secrets.ts';
import { listFields } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { ImportRow, Problem } from './map-rows.ts';
import { mergeEngagements } from './merge-engagements.ts';
import type { MergeCounts } from './merge-engagements.ts';
import { mergeEntities, updateDocuments } from './merge-entities.ts';
import { findClients, mergeSmallDimensions, removeUnclearNames } from './small-dimensions.ts';
import { fillStaging } from './staging.ts';

export interface BatchResult extends MergeCounts {
  readonly rejections: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** An arbitrary number that nothing else in the database uses. */
const importLock = 7_305_212;

/** One import at a time: not all keys have a unique index. */
export const inImportTransaction = <T>(client: SqlClient, work: () => Promise<T>): Promise<T> =>
  inLockedTransaction(client, importLock, work);

type Load = (client: SqlClient, rows: readonly ImportRow[], findKey: ErasureKey) => Promise<BatchResult>;

const engagementFields = listFields('engagements').map(({ name }) => name);

const loadEngagements: Load = async (client, sent, findKey) => {
  const rows = await withholdErasedReaders(
    async (text, parameters) => (await client.query(text, parameters)).rows,
    findKey,
    { names: engagementFields, rows: sent, findClients: findClients(client) },
  );
  const used = await fillStaging(client, 'engagements', rows);
  const { rejections, warnings } = await removeUnclearNames(client, 'engagements', used);
  await mergeSmallDimensions(client, 'engagements', rows, used);
  await mergeEntities(client, used);
  return { ...(await mergeEngagements(client, rows.length - rejections.length)), rejections, warnings };
};

/** Ids of this batch's documents that earlier batches of the run did not contain. */
const rememberDocuments = async (client: SqlClient): Promise<Set<number>> => {
  const { rows } = await client.query(
    `INSERT INTO import_seen SELECT DISTINCT 0, document_ref FROM import_row ON CONFLICT DO NOTHING RETURNING id`,
  );
  return new Set(rows.map(({ id }) => id as number));
};

const loadDocuments: Load = async (client, rows) => {
  const used = await fillStaging(client, 'documents', rows);
  const unclear = await removeUnclearNames(client, 'documents', used);
  await mergeSmallDimensions(client, 'documents', rows, used);
  const { changed, unknown } = await updateDocuments(client, used);
  const rejections = [
    ...unclear.rejections,
    ...unknown.map(({ line, id }) => ({
      line,
      column: 'document_external_id',
      value: id,
      reason: 'There is no such document. To add it, give its client, or say that it is Editorial.',
    })),
  ];
  const newIds = await rememberDocuments(client);
  const imported = changed.filter((id) => newIds.has(id)).length;
  return {
    imported,
    alreadyPresent: newIds.size - imported,
    duplicates: rows.length - rejections.length - newIds.size,
    rejections,
    warnings: unclear.warnings,
  };
};

const loads: Readonly<Record<ImportKind, Load>> = { engagements: loadEngagements, documents: loadDocuments };

/** Whether an error is about values; others, like a full disk, are not the fault of a row. */
const isAboutData = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');

const sum = (a: BatchResult, b: BatchResult): BatchResult => ({
  imported: a.imported + b.imported,
  alreadyPresent: a.alreadyPresent + b.alreadyPresent,
  duplicates: a.duplicates + b.duplicates,
  rejections: [...a.rejections, ...b.rejections],
  warnings: [...a.warnings, ...b.warnings],
});

/**
 * Loads rows in one transaction. If the database refuses a value in spite of all checks, the rows are loaded in halves,
 * until only the refused row is rejected.
 */
export const loadBatch = async (
  client: SqlClient,
  kind: ImportKind,
  rows: readonly ImportRow[],
  findKey: ErasureKey,
): Promise<BatchResult> => {
  try {
    return await inImportTransaction(client, () => loads[kind](client, rows, findKey));
  } catch (error) {
    if (!isAboutData(error)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row) {
      const reason = `The database refuses the row: ${error.message}.`;
      const rejections = [{ line: row.line, column: '', value: '', reason }];
      return { imported: 0, alreadyPresent: 0, duplicates: 0, rejections, warnings: [] };
    }
    const half = Math.ceil(rows.length / 2);
    const first = await loadBatch(client, kind, rows.slice(0, half), findKey);
    return sum(first, await loadBatch(client, kind, rows.slice(half), findKey));
  }
};
