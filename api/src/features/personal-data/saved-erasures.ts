// What is known of erased readers, saved apart from backups, so that a database restored from an older backup forgets them again.
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { keptByErasure } from '@readerlens/contract/personal-data';
import type { KeptByErasure } from '@readerlens/contract/personal-data';
import {
  ErasureKeyError,
  hashIdentity,
  lockErasures,
  printKey,
  runIn,
} from '../../activities/erasure/erased-identities.ts';
import type { IdentityKind } from '../../activities/erasure/erased-identities.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { groupBy } from '../../platform/group-by.ts';
import { tellAreas } from '../../sendings/area-notices.ts';
import { eraseWithin } from './erase.ts';
import { liftRestrictions } from './restrict.ts';

/** Raised when an older version could not read the file. */
const format = 1;

const SavedErasures = Type.Object({
  format: Type.Literal(format),
  identities: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('email'), Type.Literal('external-id')]),
      hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      pseudonym: Type.String({ minLength: 1 }),
      kept: Type.Array(Type.Union(keptByErasure.map((name) => Type.Literal(name)))),
      keyPrint: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    }),
  ),
});
export type SavedErasures = Static<typeof SavedErasures>;
type Identity = SavedErasures['identities'][number];

/** A file that has no erasures. */
export class SavedErasuresError extends Error {
  override readonly name = 'SavedErasuresError';
}

/** @throws SavedErasuresError */
export const parseErasures = (text: string): SavedErasures => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SavedErasuresError('The file has no erasures: it is not JSON.');
  }
  if (!Value.Check(SavedErasures, value))
    throw new SavedErasuresError(`The file has no erasures of format ${format}.`);
  return value;
};

/** Everything by which erased readers are recognized, as keyed hashes: nobody can be named from it without the key. */
export const readErasures = async (kysely: Kysely<Schema>): Promise<SavedErasures> => {
  const { rows } = await sql<Identity>`
    SELECT kind, encode(hash, 'hex') AS hash, pseudonym, kept, key_print AS "keyPrint"
    FROM erased_identity WHERE restricted_reader_id IS NULL ORDER BY kind, hash`.execute(kysely);
  return { format, identities: rows };
};

type Trx = Transaction<Schema>;
type Kept = readonly KeptByErasure[];

const batchRows = 10_000;

/** The readers whom an identity names, also restricted ones, with what their erasure left. */
const findReaders = async (
  trx: Trx,
  key: Uint8Array,
  identities: readonly Identity[],
): Promise<{ id: number; kept: Kept }[]> => {
  const keptBy = new Map(identities.map(({ kind, hash, kept }) => [`${kind} ${hash}`, kept]));
  const findKept = (kind: IdentityKind, value: string | null): Kept | undefined =>
    value === null ? undefined : keptBy.get(`${kind} ${hashIdentity(key, kind, value)}`);
  const { rows: restricted } = await sql<{ id: number; identity: string }>`
    SELECT DISTINCT ON (restricted_reader_id) restricted_reader_id AS id, kind || ' ' || encode(hash, 'hex') AS identity
    FROM erased_identity WHERE restricted_reader_id IS NOT NULL AND kind || ' ' || encode(hash, 'hex') = ANY(${[...keptBy.keys()]}::text[])
    ORDER BY 1, 2`.execute(trx);
  const found: { id: number; kept: Kept }[] = restricted.map(({ id, identity }) => ({
    id,
    kept: keptBy.get(identity)!,
  }));
  let rows: { id: number; email: string | null; external_id: string | null }[];
  let after = 0;
  do {
    rows = await trx
      .selectFrom('reader')
      .select(['id', 'email', 'external_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    for (const { id, email, external_id } of rows) {
      const kept = findKept('email', email) ?? findKept('external-id', external_id);
      if (kept) found.push({ id, kept });
    }
    after = rows.at(-1)?.id ?? after;
  } while (rows.length === batchRows);
  return found;
};

/** Those of readers whose e-mails are not in this database, so that an import does not bring them back either. */
const rememberIdentities = async (trx: Trx, identities: readonly Identity[]) => {
  for (const { kind, hash, pseudonym, kept, keyPrint } of identities)
    await trx
      .insertInto('erased_identity')
      .values({ kind, hash: Buffer.from(hash, 'hex'), pseudonym, kept, key_print: keyPrint })
      .onConflict((conflicting) => conflicting.columns(['kind', 'hash']).doNothing())
      .execute();
};

/** As many at once: their names become one search through all texts. */
const chunkReaders = 100;

/**
 * Erases the readers again whom a database from before their erasure still has, in one transaction. Repeating it changes nothing.
 * Returns their number.
 * @throws ErasureKeyError if they were erased with another key
 */
export const replayErasures = async (
  parts: Pick<Services, 'audit' | 'config' | 'db' | 'jobs' | 'secrets'>,
  { identities }: SavedErasures,
): Promise<number> => {
  const { db, audit, secrets } = parts;
  if (identities.length === 0) return 0;
  const key = secrets.erasureKey();
  if (key === undefined || identities.some(({ keyPrint }) => keyPrint !== printKey(key)))
    throw new ErasureKeyError();
  return db.transaction(
    async (trx) => {
      await lockErasures(runIn(trx));
      const readers = await findReaders(trx, key, identities);
      const groups = groupBy(readers, ({ kept }) => kept.toSorted().join(' '));
      for (const group of groups.values())
        for (let start = 0; start < group.length; start += chunkReaders) {
          const readerIds = group.slice(start, start + chunkReaders).map(({ id }) => id);
          await liftRestrictions(trx, secrets, readerIds);
          await eraseWithin(trx, { readerIds, keep: group[0]!.kept }, key);
          // Again: what waited to be sent when the database was lost is lost with it.
          await tellAreas(parts, trx, { event: 'erased', readerIds, requestId: null });
        }
      await rememberIdentities(trx, identities);
      const readerIds = readers.map(({ id }) => id);
      await audit.record(
        { action: 'personal-data.replay', actorId: null, detail: { readers: readerIds } },
        trx,
      );
      return readers.length;
    },
    { timeoutMs: 0 },
  );
};
