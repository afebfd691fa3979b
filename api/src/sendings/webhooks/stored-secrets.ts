// What is stored encrypted, as far as its key matters: how much of it no key opens, and how it gets the current key.
import { countText } from '@readerlens/contract/numbers';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database, Schema } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createRestrictionBox, restrictionContext } from '../../activities/erasure/restriction-box.ts';
import { sealedMark, sealedPrefix, sealedPrefixLength } from '../../platform/webhooks/secret-box.ts';
import type { SecretBox } from '../../platform/webhooks/secret-box.ts';
import { chatContext, createChatBox } from './chat-channel.ts';
import { createWebhookBox, secretContext } from './client-webhook.ts';

const plurals = {
  'webhook secret': 'webhook secrets',
  'channel address': 'channel addresses',
  'restricted reader': 'restricted readers',
} as const;
export type StoredSecretKind = keyof typeof plurals;
const kinds = Object.keys(plurals) as readonly StoredSecretKind[];
/** How many of each kind. */
export type SecretCounts = Readonly<Record<StoredSecretKind, number>>;

interface StoredRow {
  readonly id: string;
  readonly owner: number;
  readonly sealed: Uint8Array;
}

/** A column with encrypted texts, one of each row. */
interface SealedColumn {
  readonly kind: StoredSecretKind;
  readonly table: string;
  readonly id: string;
  readonly column: string;
  /** The column of the client or reader whose texts they are. */
  readonly owner: string;
  /** What has ended is never opened again, so its key does not matter. */
  readonly isUsed: (now: Date) => RawBuilder<boolean>;
  readonly createBox: (secrets: Pick<Secrets, 'deriveDataKeys'>) => SecretBox;
  readonly buildContext: (row: StoredRow) => string;
}

const webhookSecret: Omit<SealedColumn, 'column'> = {
  kind: 'webhook secret',
  table: 'client_webhook',
  id: 'client_id',
  owner: 'client_id',
  isUsed: () => sql`true`,
  createBox: createWebhookBox,
  buildContext: ({ owner }) => secretContext(owner),
};

/** All of them: a column that is missing here loses its contents with the key. */
export const sealedColumns: readonly SealedColumn[] = [
  { ...webhookSecret, column: 'secret' },
  { ...webhookSecret, column: 'previous_secret', isUsed: (now) => sql`previous_until > ${now}` },
  {
    kind: 'channel address',
    table: 'chat_channel',
    id: 'id',
    owner: 'client_id',
    column: 'address',
    isUsed: () => sql`true`,
    createBox: createChatBox,
    buildContext: ({ id, owner }) => chatContext({ id, client_id: owner }),
  },
  {
    kind: 'restricted reader',
    table: 'reader_restriction',
    id: 'reader_id',
    owner: 'reader_id',
    column: 'sealed',
    isUsed: () => sql`true`,
    createBox: createRestrictionBox,
    buildContext: ({ owner }) => restrictionContext(owner),
  },
];

type DataSecrets = Pick<Secrets, 'deriveDataKeys' | 'dataKeyIds'>;

interface ReadOptions {
  readonly now: Date;
  readonly secrets: DataSecrets;
  /** The id after which to read on. */
  readonly after?: string;
  readonly limit?: number;
}

const namesKey = (text: RawBuilder<Uint8Array>) =>
  sql<boolean>`substring(${text} FROM 1 FOR ${sql.lit(sealedMark.length)}) = ${sealedMark}`;

/** Rows whose text does not say that the current key encrypted it; those of earlier versions never do. */
const readOthers = async (
  kysely: Kysely<Schema>,
  { table, id, owner, column, isUsed }: SealedColumn,
  { now, secrets, after = '', limit }: ReadOptions,
): Promise<StoredRow[]> => {
  const [text, key] = [sql.ref<Uint8Array>(column), sql<string>`${sql.ref(id)}::text`];
  const { rows } = await sql<StoredRow>`
    SELECT ${key} AS id, ${sql.ref(owner)} AS owner, ${text} AS sealed FROM ${sql.table(table)}
    WHERE ${text} IS NOT NULL AND ${isUsed(now)} AND ${key} > ${after}
      AND substring(${text} FROM 1 FOR ${sql.lit(sealedPrefixLength)}) <> ${sealedPrefix(secrets.dataKeyIds[0])}
    ORDER BY ${key} ${limit === undefined ? sql`` : sql`LIMIT ${sql.lit(limit)}`}`.execute(kysely);
  return rows;
};

type Counted = readonly [StoredSecretKind, number];

const countByKind = (counted: readonly Counted[]): SecretCounts => {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<StoredSecretKind, number>;
  for (const [kind, count] of counted) counts[kind] += count;
  return counts;
};

export interface StoredSecretsState {
  /** What none of the accepted keys opens. */
  readonly unreadable: SecretCounts;
  /** What has another key than the current one and can be read. */
  readonly otherKey: SecretCounts;
}

export const checkStoredSecrets = async (
  kysely: Kysely<Schema>,
  secrets: DataSecrets,
  now: Date,
): Promise<StoredSecretsState> => {
  const unreadable: Counted[] = [];
  const otherKey: Counted[] = [];
  for (const column of sealedColumns) {
    const box = column.createBox(secrets);
    const rows = await readOthers(kysely, column, { now, secrets });
    const readable = rows.filter((row) => box.open(row.sealed, column.buildContext(row)) !== undefined);
    unreadable.push([column.kind, rows.length - readable.length]);
    otherKey.push([column.kind, readable.length]);
  }
  return { unreadable: countByKind(unreadable), otherKey: countByKind(otherKey) };
};

/** Whether the texts that name no key could be read, by place and content. The keys of a process do not change. */
const opened = new WeakMap<DataSecrets, Map<string, boolean>>();

/** Those of earlier versions, which name no key, as far as they cannot be read. Each is opened once. */
const countUnnamed = async (
  kysely: Kysely<Schema>,
  { table, id, owner, column, isUsed, createBox, buildContext }: SealedColumn,
  { now, secrets }: ReadOptions,
): Promise<number> => {
  const known = opened.get(secrets) ?? new Map<string, boolean>();
  opened.set(secrets, known);
  const [text, key] = [sql.ref<Uint8Array>(column), sql<string>`${sql.ref(id)}::text`];
  const { rows } = await sql<{ id: string; print: string }>`
    SELECT ${key} AS id, encode(sha256(${text}), 'hex') AS print FROM ${sql.table(table)}
    WHERE ${text} IS NOT NULL AND ${isUsed(now)} AND NOT ${namesKey(text)}`.execute(kysely);
  const places = new Map(rows.map((row) => [row.id, `${table}.${column} ${row.id} ${row.print}`]));
  const added = rows.filter((row) => !known.has(places.get(row.id)!)).map((row) => row.id);
  if (added.length > 0) {
    const box = createBox(secrets);
    const { rows: texts } = await sql<StoredRow>`
      SELECT ${key} AS id, ${sql.ref(owner)} AS owner, ${text} AS sealed FROM ${sql.table(table)}
      WHERE ${key} = ANY(${added}::text[]) AND ${text} IS NOT NULL`.execute(kysely);
    for (const row of texts)
      known.set(places.get(row.id)!, box.open(row.sealed, buildContext(row)) !== undefined);
  }
  return rows.filter((row) => known.get(places.get(row.id)!) === false).length;
};

/**
 * How much no key of this process opens, for metrics: it goes by the names of the keys, and opens nothing that names one. So it does
 * not see a text that was damaged, which `checkStoredSecrets` does.
 */
export const countUnreadable = async (
  kysely: Kysely<Schema>,
  secrets: DataSecrets,
  now: Date,
): Promise<SecretCounts> => {
  const accepted = secrets.dataKeyIds.map((id) => sealedPrefix(id).toString('hex'));
  const counted: Counted[] = [];
  for (const column of sealedColumns) {
    const text = sql.ref<Uint8Array>(column.column);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM ${sql.table(column.table)} WHERE ${text} IS NOT NULL AND ${column.isUsed(now)}
        AND ${namesKey(text)} AND encode(substring(${text} FROM 1 FOR ${sql.lit(sealedPrefixLength)}), 'hex') <> ALL(${accepted}::text[])`.execute(
      kysely,
    );
    const unnamed = await countUnnamed(kysely, column, { now, secrets });
    counted.push([column.kind, (rows[0]?.count ?? 0) + unnamed]);
  }
  return countByKind(counted);
};

const batchRows = 100;

/**
 * Encrypts what has another key than the current one with the current one, in batches of a transaction each. Others may write
 * meanwhile, also a second call of this function. Returns how many it has encrypted.
 */
export const encryptAgain = async (
  db: Database,
  secrets: DataSecrets,
  { now, onBatch }: { readonly now: Date; readonly onBatch: (done: SecretCounts) => void },
): Promise<SecretCounts> => {
  const counted: Counted[] = [];
  for (const column of sealedColumns) {
    const box = column.createBox(secrets);
    /** Returns the id of the last row; undefined if there was none. */
    const encryptBatch = async (after: string): Promise<string | undefined> => {
      const last = await db.transaction(async (trx) => {
        const rows = await readOthers(trx, column, { now, secrets, after, limit: batchRows });
        let done = 0;
        for (const row of rows) {
          const context = column.buildContext(row);
          const text = box.open(row.sealed, context);
          if (text === undefined) continue;
          // A text that was replaced since it was read stays as it is.
          const { numAffectedRows } = await sql`
            UPDATE ${sql.table(column.table)} SET ${sql.ref(column.column)} = ${box.seal(text, context)}
            WHERE ${sql.ref(column.id)} = ${row.id} AND ${sql.ref(column.column)} = ${row.sealed}`.execute(
            trx,
          );
          done += Number(numAffectedRows);
        }
        return { id: rows.at(-1)?.id, done };
      });
      if (last.id === undefined) return undefined;
      counted.push([column.kind, last.done]);
      onBatch(countByKind(counted));
      return last.id;
    };
    let after: string | undefined = '';
    while (after !== undefined) after = await encryptBatch(after);
  }
  return countByKind(counted);
};

/** As in '2 webhook secrets and 1 channel address'; undefined if there are none. */
export const formatSecretCounts = (counts: SecretCounts): string | undefined => {
  const parts = (Object.entries(counts) as [StoredSecretKind, number][]).flatMap(([kind, count]) => {
    if (count === 0) return [];
    return [countText(count, kind, plurals[kind])];
  });
  return parts.length === 0 ? undefined : new Intl.ListFormat('en-US').format(parts);
};

const describeEffect = ({ 'restricted reader': readers, ...others }: SecretCounts): string => {
  if (readers === 0) return 'their messages fail';
  const failed = Object.values(others).some((count) => count > 0) ? 'messages fail, and ' : '';
  return `${failed}restrictions cannot be lifted`;
};

/** Undefined if all can be read. */
export const describeUnreadable = (unreadable: SecretCounts): string | undefined => {
  const counts = formatSecretCounts(unreadable);
  return counts && `No key of this process reads ${counts}; ${describeEffect(unreadable)}.`;
};

export const unreadableAction =
  'Add the DATA_KEY that encrypted them to DATA_KEY_ACCEPTED, or the former JWT_SECRET if there was no DATA_KEY, and restart all processes. If that key is lost, generate new webhook secrets and enter the addresses of channels again; the values of restricted readers are lost with it.';
