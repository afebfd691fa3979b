import { shownChanges } from '@readerlens/contract/marketing-pipeline';
import type { UploadKind, UploadMode } from '@readerlens/contract/marketing-pipeline';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { UploadedValues } from '../../../activities/tactics/tables.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { storedKinds, valuesSql } from './stored-kinds.ts';
import type { StoredKind } from './stored-kinds.ts';

export interface StoredCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Before is null for what is added, after for what is removed. */
export interface StoredChange {
  readonly externalId: string;
  readonly before: UploadedValues | null;
  readonly after: UploadedValues | null;
}

export interface ComparedUpload {
  readonly counts: StoredCounts;
  /** The first ones. */
  readonly changes: readonly StoredChange[];
}

export interface StoredUpload {
  readonly kind: UploadKind;
  readonly clientId: number;
  readonly userId: number;
  readonly at: Date;
  readonly fileName: string | null;
  readonly mode: UploadMode;
  /** As the parser of the kind returns them. */
  readonly rows: readonly unknown[];
  /** Rows of the file, refused ones included. */
  readonly rowCount: number;
  readonly refused: number;
  /** Ids whose row in the file is refused: a replacement keeps what is stored under them. */
  readonly refusedIds: readonly string[];
}

/** An arbitrary number that nothing else in this database uses. */
const lockSpace = 7_305_213;

/** Until the transaction ends, nothing else changes the data of the client, in any process. */
export const lockMarketingData = (trx: Transaction<Schema>, clientId: number) =>
  sql`SELECT pg_advisory_xact_lock(${lockSpace}::integer, ${clientId}::integer)`.execute(trx);

const batchRows = 5000;

const nameColumns = ({ columns }: StoredKind) => columns.map(({ name }) => name);

const stageRows = async (trx: Transaction<Schema>, kind: StoredKind, rows: readonly unknown[]) => {
  const types = sql.raw(kind.columns.map(({ name, type }) => `${name} ${type}`).join(', '));
  await sql`CREATE TEMP TABLE incoming_row (${types}, PRIMARY KEY (external_id)) ON COMMIT DROP`.execute(trx);
  for (let at = 0; at < rows.length; at += batchRows)
    await sql`
      INSERT INTO incoming_row SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + batchRows))}::jsonb)
        AS row (${types})`.execute(trx);
};

const rowSql = (kind: StoredKind, table: string) =>
  sql`ROW(${sql.join(nameColumns(kind).map((name) => sql.ref(`${table}.${name}`)))})`;

/** Compares the rows with what is stored. */
const compareRows = (
  trx: Transaction<Schema>,
  kind: StoredKind,
  { clientId, mode, refusedIds }: StoredUpload,
) =>
  sql`
    CREATE TEMP TABLE row_difference ON COMMIT DROP AS
    SELECT coalesce(new.external_id, old.external_id) AS external_id,
      CASE WHEN old.id IS NULL THEN 'added' WHEN new.external_id IS NULL THEN 'removed' ELSE 'changed' END AS kind,
      CASE WHEN old.id IS NOT NULL THEN ${valuesSql(kind, 'old')} END AS before,
      CASE WHEN new.external_id IS NOT NULL THEN ${valuesSql(kind, 'new')} END AS after
    FROM incoming_row AS new
    FULL JOIN (SELECT * FROM ${sql.table(kind.table)} WHERE client_id = ${clientId}::integer) AS old
      ON old.external_id = new.external_id
    WHERE CASE WHEN old.id IS NULL THEN true
      WHEN new.external_id IS NULL THEN ${mode === 'replace'}::boolean AND old.external_id <> ALL(${refusedIds}::text[])
      ELSE ${rowSql(kind, 'old')} IS DISTINCT FROM ${rowSql(kind, 'new')} END`.execute(trx);

const countDifferences = async (trx: Transaction<Schema>, rows: number): Promise<StoredCounts> => {
  const { rows: found } = await sql<{ kind: 'added' | 'changed' | 'removed'; count: number }>`
    SELECT kind, count(*) AS count FROM row_difference GROUP BY 1`.execute(trx);
  const count = (kind: string) => found.find((each) => each.kind === kind)?.count ?? 0;
  const [added, changed] = [count('added'), count('changed')];
  return { added, changed, unchanged: rows - added - changed, removed: count('removed') };
};

const listDifferences = async (trx: Transaction<Schema>): Promise<StoredChange[]> => {
  const { rows } = await sql<StoredChange>`
    SELECT external_id AS "externalId", before, after FROM row_difference
    ORDER BY external_id LIMIT ${shownChanges}::integer`.execute(trx);
  return rows;
};

/** What an upload would change. Changes nothing. */
export const compareUpload = async (
  trx: Transaction<Schema>,
  upload: StoredUpload,
): Promise<ComparedUpload> => {
  const kind = storedKinds[upload.kind];
  await lockMarketingData(trx, upload.clientId);
  await stageRows(trx, kind, upload.rows);
  await compareRows(trx, kind, upload);
  return { counts: await countDifferences(trx, upload.rows.length), changes: await listDifferences(trx) };
};

/** Adds, changes and removes rows, keeps the upload with what it changed, and matches what is stored again. */
export const storeUpload = async (
  trx: Transaction<Schema>,
  upload: StoredUpload,
): Promise<ComparedUpload & { readonly uploadId: string }> => {
  const compared = await compareUpload(trx, upload);
  const { clientId, userId, at, fileName, mode, rowCount, refused } = upload;
  const kind = storedKinds[upload.kind];
  const { id: uploadId } = await trx
    .insertInto('marketing_upload')
    .values({
      client_id: clientId,
      kind: upload.kind,
      user_id: userId,
      at,
      file_name: fileName,
      mode,
      rows: rowCount,
      refused,
      ...compared.counts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO marketing_upload_change (upload_id, client_id, external_id, before, after)
    SELECT ${uploadId}::uuid, ${clientId}::integer, external_id, before, after FROM row_difference`.execute(
    trx,
  );
  await sql`
    DELETE FROM ${sql.table(kind.table)} AS d USING row_difference AS difference
    WHERE d.client_id = ${clientId}::integer AND d.external_id = difference.external_id AND difference.kind = 'removed'`.execute(
    trx,
  );
  const names = nameColumns(kind);
  await sql`
    INSERT INTO ${sql.table(kind.table)} (client_id, upload_id, ${sql.raw(names.join(', '))})
    SELECT ${clientId}::integer, ${uploadId}::uuid, new.* FROM incoming_row AS new
    JOIN row_difference AS difference ON difference.external_id = new.external_id
    ON CONFLICT (client_id, external_id) DO UPDATE SET upload_id = excluded.upload_id,
      ${sql.raw(
        names
          .slice(1)
          .map((name) => `${name} = excluded.${name}`)
          .join(', '),
      )}`.execute(trx);
  await kind.match(trx, clientId);
  return { ...compared, uploadId };
};
