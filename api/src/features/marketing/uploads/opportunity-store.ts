import type { UploadMode } from '@readerlens/contract/marketing-pipeline';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { matchAccounts } from './match-accounts.ts';
import type { OpportunityRow } from './opportunity-kind.ts';

export interface StoredCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

export interface StoredUpload {
  readonly clientId: number;
  readonly userId: number;
  readonly at: Date;
  readonly fileName: string | null;
  readonly mode: UploadMode;
  readonly rows: readonly OpportunityRow[];
  /** Rows of the file, refused ones included. */
  readonly rowCount: number;
  readonly refused: number;
  /** Deals whose row in the file is refused: a replacement keeps them. */
  readonly refusedIds: readonly string[];
}

/** An arbitrary number that nothing else in this database uses. */
const lockSpace = 7_305_213;

/** Until the transaction ends, nothing else changes the deals of the client, in any process. */
export const lockDeals = (trx: Transaction<Schema>, clientId: number) =>
  sql`SELECT pg_advisory_xact_lock(${lockSpace}::integer, ${clientId}::integer)`.execute(trx);

const columns = 'external_id, name, account, domain, stage, created_on, closed_on, cents, currency';
const columnTypes =
  'external_id text, name text, account text, domain text, stage text, created_on date, closed_on date, cents bigint, currency text';

const batchRows = 5000;

const stageRows = async (trx: Transaction<Schema>, rows: readonly OpportunityRow[]) => {
  await sql`CREATE TEMP TABLE incoming_opportunity (${sql.raw(columnTypes)}, PRIMARY KEY (external_id)) ON COMMIT DROP`.execute(
    trx,
  );
  for (let at = 0; at < rows.length; at += batchRows)
    await sql`
      INSERT INTO incoming_opportunity SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + batchRows))}::jsonb)
        AS row (${sql.raw(columnTypes)})`.execute(trx);
};

/** The values of a deal as history shows them. */
const valuesSql = (table: string) => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`jsonb_build_object('Name', ${of('name')}, 'Account', ${of('account')}, 'Domain', ${of('domain')},
    'Stage', ${of('stage')}, 'Created', ${of('created_on')}, 'Closed', ${of('closed_on')}, 'Cents', ${of('cents')},
    'Currency', ${of('currency')})`;
};
const rowSql = (table: string) =>
  sql`ROW(${sql.join(columns.split(', ').map((column) => sql.ref(`${table}.${column}`)))})`;

/** Compares the rows with what is stored. */
const compareRows = (trx: Transaction<Schema>, { clientId, mode, refusedIds }: StoredUpload) =>
  sql`
    CREATE TEMP TABLE opportunity_difference ON COMMIT DROP AS
    SELECT coalesce(new.external_id, old.external_id) AS external_id,
      CASE WHEN old.id IS NULL THEN 'added' WHEN new.external_id IS NULL THEN 'removed' ELSE 'changed' END AS kind,
      CASE WHEN old.id IS NOT NULL THEN ${valuesSql('old')} END AS before,
      CASE WHEN new.external_id IS NOT NULL THEN ${valuesSql('new')} END AS after
    FROM incoming_opportunity AS new
    FULL JOIN (SELECT * FROM opportunity WHERE client_id = ${clientId}::integer) AS old
      ON old.external_id = new.external_id
    WHERE CASE WHEN old.id IS NULL THEN true
      WHEN new.external_id IS NULL THEN ${mode === 'replace'}::boolean AND old.external_id <> ALL(${refusedIds}::text[])
      ELSE ${rowSql('old')} IS DISTINCT FROM ${rowSql('new')} END`.execute(trx);

const countDifferences = async (trx: Transaction<Schema>, rows: number): Promise<StoredCounts> => {
  const { rows: found } = await sql<{ kind: 'added' | 'changed' | 'removed'; count: number }>`
    SELECT kind, count(*) AS count FROM opportunity_difference GROUP BY 1`.execute(trx);
  const count = (kind: string) => found.find((each) => each.kind === kind)?.count ?? 0;
  const [added, changed] = [count('added'), count('changed')];
  return { added, changed, unchanged: rows - added - changed, removed: count('removed') };
};

/** What an upload would change. Changes nothing. */
export const compareDeals = async (trx: Transaction<Schema>, upload: StoredUpload): Promise<StoredCounts> => {
  await lockDeals(trx, upload.clientId);
  await stageRows(trx, upload.rows);
  await compareRows(trx, upload);
  return countDifferences(trx, upload.rows.length);
};

/** Adds, changes and removes deals, keeps the upload with what it changed, and matches accounts again. */
export const storeDeals = async (
  trx: Transaction<Schema>,
  upload: StoredUpload,
): Promise<StoredCounts & { uploadId: string }> => {
  const counts = await compareDeals(trx, upload);
  const { clientId, userId, at, fileName, mode, rowCount, refused } = upload;
  const { id: uploadId } = await trx
    .insertInto('marketing_upload')
    .values({
      client_id: clientId,
      kind: 'opportunities',
      user_id: userId,
      at,
      file_name: fileName,
      mode,
      rows: rowCount,
      refused,
      ...counts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO marketing_upload_change (upload_id, client_id, external_id, before, after)
    SELECT ${uploadId}::uuid, ${clientId}::integer, external_id, before, after FROM opportunity_difference`.execute(
    trx,
  );
  await sql`
    DELETE FROM opportunity AS d USING opportunity_difference AS difference
    WHERE d.client_id = ${clientId}::integer AND d.external_id = difference.external_id AND difference.kind = 'removed'`.execute(
    trx,
  );
  const changed = columns.split(', ').slice(1);
  await sql`
    INSERT INTO opportunity (client_id, upload_id, ${sql.raw(columns)})
    SELECT ${clientId}::integer, ${uploadId}::uuid, new.* FROM incoming_opportunity AS new
    JOIN opportunity_difference AS difference ON difference.external_id = new.external_id
    ON CONFLICT (client_id, external_id) DO UPDATE SET upload_id = excluded.upload_id,
      ${sql.raw(changed.map((column) => `${column} = excluded.${column}`).join(', '))}`.execute(trx);
  await matchAccounts(trx, clientId);
  return { ...counts, uploadId };
};
