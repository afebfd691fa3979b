// What is known of erased and restricted readers, saved apart from backups, so that a database restored from an older backup
// forgets them again.
import { sql } from 'kysely';
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
import type { Services } from '../../people/services.ts';
import { groupBy } from '../../platform/group-by.ts';
import { tellAreas } from '../../sendings/area-notices.ts';
import { eraseRestricted, eraseWithin } from './erase.ts';
import { listKnowing } from './separate-readers.ts';
import type { Trx } from './replace-readers.ts';
import { findUnreadable, liftRestrictions } from './restrict.ts';
import {
  findReleased,
  IdentityHash,
  liftAgain,
  matchRestrictions,
  readRestrictions,
  restrictAgain,
  SavedRestrictions,
} from './saved-restrictions.ts';
import type { RestrictedReaders } from './saved-restrictions.ts';
import { ExplainedError } from '../../platform/explained-error.ts';

type Parts = Pick<Services, 'audit' | 'config' | 'db' | 'jobs' | 'secrets'>;

/** Raised when an older version would read the file in another sense: it does not know of erasures for some clients. */
const formats = { ofAll: 1, ofClients: 2 } as const;

const ErasedIdentity = Type.Object({
  ...IdentityHash.properties,
  pseudonym: Type.String({ minLength: 1 }),
  kept: Type.Array(Type.Union(keptByErasure.map((name) => Type.Literal(name)))),
});

const SavedErasures = Type.Object({
  format: Type.Union([Type.Literal(formats.ofAll), Type.Literal(formats.ofClients)]),
  identities: Type.Array(ErasedIdentity),
  ofClients: Type.Optional(
    Type.Array(Type.Object({ ...ErasedIdentity.properties, clientId: Type.Integer() })),
  ),
  /** Earlier versions did not save restrictions. */
  restrictions: Type.Optional(SavedRestrictions),
});
export type SavedErasures = Static<typeof SavedErasures>;
type Identity = SavedErasures['identities'][number];
type ClientIdentity = NonNullable<SavedErasures['ofClients']>[number];

/** A file that has no erasures. */
export class SavedErasuresError extends ExplainedError {
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
    throw new SavedErasuresError(
      `The file has no erasures of format ${Object.values(formats).join(' or ')}.`,
    );
  return value;
};

/**
 * Everything by which erased and restricted readers are recognized, as keyed hashes: nobody can be named from it without the keys.
 * With one snapshot, so that no reader is both restricted and released in it.
 */
export const readErasures = ({
  db,
  secrets,
}: Pick<Services, 'db' | 'secrets'>): Promise<Required<SavedErasures>> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<Identity>`
        SELECT kind, encode(hash, 'hex') AS hash, pseudonym, kept, key_print AS "keyPrint"
        FROM erased_identity WHERE restricted_reader_id IS NULL ORDER BY kind, hash`.execute(trx);
      const { rows: ofClients } = await sql<ClientIdentity>`
        SELECT client_id AS "clientId", kind, encode(hash, 'hex') AS hash, pseudonym, kept, key_print AS "keyPrint"
        FROM client_erased_identity WHERE restricted_reader_id IS NULL ORDER BY client_id, kind, hash`.execute(
        trx,
      );
      const restrictions = await readRestrictions(trx, secrets);
      const concernsClients = ofClients.length > 0 || restrictions.inForce.some(({ clientIds }) => clientIds);
      const format = concernsClients ? formats.ofClients : formats.ofAll;
      return { format, identities: rows, ofClients, restrictions };
    });

type Kept = readonly KeptByErasure[];

interface ReaderToErase {
  readonly id: number;
  readonly kept: Kept;
  /** Undefined for all. */
  readonly clientIds?: readonly number[];
}

const batchRows = 10_000;

/** What clients must not know of a reader any more, as far as they do. */
const listErasures = async (
  trx: Trx,
  id: number,
  identities: readonly ClientIdentity[],
): Promise<ReaderToErase[]> => {
  if (identities.length === 0) return [];
  const keptBy = new Map(identities.map(({ clientId, kept }) => [clientId, kept]));
  const knowing = await listKnowing(trx, id, [...keptBy.keys()]);
  return knowing.map((clientId) => ({ id, kept: keptBy.get(clientId)!, clientIds: [clientId] }));
};

/** The readers who are to be erased or restricted again. Those who are restricted now are not found: a pseudonym stands for them. */
const findReaders = async (
  trx: Trx,
  key: Uint8Array,
  { identities, ofClients = [], restrictions }: SavedErasures,
): Promise<{ erased: readonly ReaderToErase[]; restricted: RestrictedReaders }> => {
  const keptBy = new Map(identities.map(({ kind, hash, kept }) => [`${kind} ${hash}`, kept]));
  const byName = groupBy(ofClients, ({ kind, hash }) => `${kind} ${hash}`);
  const erased: ReaderToErase[] = [];
  const restricted = matchRestrictions(restrictions?.inForce ?? []);
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
      const names = [
        ...(email === null ? [] : [`email ${hashIdentity(key, 'email', email)}`]),
        ...(external_id === null ? [] : [`external-id ${hashIdentity(key, 'external-id', external_id)}`]),
      ];
      const kept = names.map((name) => keptBy.get(name)).find((each) => each !== undefined);
      if (kept) erased.push({ id, kept });
      else {
        erased.push(
          ...(await listErasures(
            trx,
            id,
            names.flatMap((name) => byName.get(name) ?? []),
          )),
        );
        restricted.match(id, names);
      }
    }
    after = rows.at(-1)?.id ?? after;
  } while (rows.length === batchRows);
  return { erased, restricted: restricted.list() };
};

/** The restricted readers whom an identity names. */
const findRestricted = async (trx: Trx, identities: readonly Identity[]): Promise<number[]> => {
  const names = identities.map(({ kind, hash }) => `${kind} ${hash}`);
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT restricted_reader_id AS id FROM erased_identity
    WHERE restricted_reader_id IS NOT NULL AND kind || ' ' || encode(hash, 'hex') = ANY(${names}::text[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

interface RestrictedToErase {
  readonly id: number;
  readonly clientId: number;
  readonly kept: Kept;
}

/** The restricted readers who were erased for a client since then: those of whom this client still has something. */
const findRestrictedOfClients = async (
  trx: Trx,
  identities: readonly ClientIdentity[],
): Promise<readonly RestrictedToErase[]> => {
  if (identities.length === 0) return [];
  const { rows } = await sql<RestrictedToErase>`
    SELECT DISTINCT i.restricted_reader_id AS id, s."clientId", s.kept
    FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS s ("clientId" integer, kind text, hash text, kept jsonb)
    JOIN (
      SELECT NULL AS client_id, kind, hash, restricted_reader_id FROM erased_identity
      UNION ALL SELECT client_id, kind, hash, restricted_reader_id FROM client_erased_identity) AS i
      ON i.kind = s.kind AND i.hash = decode(s.hash, 'hex') AND coalesce(i.client_id, s."clientId") = s."clientId"
    WHERE i.restricted_reader_id IS NOT NULL ORDER BY 1, 2`.execute(trx);
  const knowing: RestrictedToErase[] = [];
  for (const each of rows)
    if ((await listKnowing(trx, each.id, [each.clientId])).length > 0) knowing.push(each);
  return knowing;
};

/** Those of readers whose e-mails are not in this database, so that an import does not bring them back either. */
const rememberIdentities = async (trx: Trx, { identities, ofClients = [] }: SavedErasures) => {
  for (const { kind, hash, pseudonym, kept, keyPrint } of identities)
    await trx
      .insertInto('erased_identity')
      .values({ kind, hash: Buffer.from(hash, 'hex'), pseudonym, kept, key_print: keyPrint })
      .onConflict((conflicting) => conflicting.columns(['kind', 'hash']).doNothing())
      .execute();
  const { rows: clients } = await sql<{ id: number }>`SELECT id FROM client`.execute(trx);
  const known = new Set(clients.map(({ id }) => id));
  for (const { clientId, kind, hash, pseudonym, kept, keyPrint } of ofClients)
    if (known.has(clientId))
      await trx
        .insertInto('client_erased_identity')
        .values({
          client_id: clientId,
          kind,
          hash: Buffer.from(hash, 'hex'),
          pseudonym,
          kept,
          key_print: keyPrint,
        })
        .onConflict((conflicting) => conflicting.columns(['client_id', 'kind', 'hash']).doNothing())
        .execute();
};

/** As many at once: their names become one search through all texts. */
const chunkReaders = 100;

const eraseAgain = async (
  parts: Parts,
  trx: Trx,
  readers: readonly ReaderToErase[],
  key: Uint8Array,
): Promise<void> => {
  const groups = groupBy(
    readers,
    ({ kept, clientIds = [] }) => `${kept.toSorted().join(' ')} for ${clientIds.join(' ')}`,
  );
  for (const group of groups.values())
    for (let start = 0; start < group.length; start += chunkReaders) {
      const readerIds = group.slice(start, start + chunkReaders).map(({ id }) => id);
      const { kept: keep, clientIds } = group[0]!;
      await eraseWithin(trx, { readerIds, keep, clientIds }, key);
      // Again: what waited to be sent when the database was lost is lost with it.
      await tellAreas(parts, trx, { event: 'erased', readerIds, clientIds, requestId: null });
    }
};

/** Those who are restricted. What was released meanwhile is among the readers that are found later. */
const eraseAgainForClients = async (
  parts: Parts,
  trx: Trx,
  identities: readonly ClientIdentity[],
  key: Uint8Array,
): Promise<{ erased: readonly number[]; unreadable: readonly number[] }> => {
  const found = await findRestrictedOfClients(trx, identities);
  const unreadable = await findUnreadable(trx, parts.secrets, [...new Set(found.map(({ id }) => id))]);
  const readers = found.filter(({ id }) => !unreadable.includes(id));
  for (const { id, clientId, kept: keep } of readers) {
    const erasure = { readerIds: [id], keep, clientIds: [clientId] };
    await eraseRestricted(trx, parts.secrets, erasure, key);
    await tellAreas(parts, trx, { ...erasure, event: 'erased', requestId: null });
  }
  return { erased: readers.map(({ id }) => id), unreadable };
};

export interface Replayed {
  /** How many readers were erased, restricted or released again. */
  readonly erased: number;
  readonly restricted: number;
  readonly lifted: number;
  /** Restricted readers who are not in this database. */
  readonly missing: number;
  /** Readers who stay restricted, although they were released or erased, because no key opens their values. */
  readonly unreadable: readonly number[];
}

/**
 * Erases, restricts and releases the readers again whom a database from before still has as they were, in one transaction.
 * Repeating it changes nothing.
 * @throws ErasureKeyError if they were erased or restricted with another key
 */
export const replayErasures = async (parts: Parts, saved: SavedErasures): Promise<Replayed> => {
  const { db, audit, secrets } = parts;
  const { identities, restrictions = { inForce: [], lifted: [] } } = saved;
  const { inForce, lifted } = restrictions;
  const erasures = [...identities, ...(saved.ofClients ?? [])];
  if (erasures.length + inForce.length + lifted.length === 0)
    return { erased: 0, restricted: 0, lifted: 0, missing: 0, unreadable: [] };
  const key = secrets.erasureKey();
  const prints = [...erasures, ...inForce.flatMap((each) => each.identities)];
  if (key === undefined || prints.some(({ keyPrint }) => keyPrint !== printKey(key)))
    throw new ErasureKeyError();
  return db.transaction(
    async (trx) => {
      await lockErasures(runIn(trx));
      const toErase = await findRestricted(trx, identities);
      const released = (await findReleased(trx, restrictions)).filter((id) => !toErase.includes(id));
      const unreadable = await findUnreadable(trx, secrets, [...toErase, ...released]);
      const readable = (ids: readonly number[]) => ids.filter((id) => !unreadable.includes(id));
      // First, because an erasure looks for all values of the reader, and a later restriction seals them.
      await liftRestrictions(trx, secrets, readable(toErase));
      await liftAgain(parts, trx, readable(released));
      const ofClients = await eraseAgainForClients(parts, trx, saved.ofClients ?? [], key);
      const found = await findReaders(trx, key, saved);
      await eraseAgain(parts, trx, found.erased, key);
      const { restricted, missing } = await restrictAgain(parts, trx, found.restricted, key);
      await rememberIdentities(trx, saved);
      const erased = [...new Set([...ofClients.erased, ...found.erased.map(({ id }) => id)])];
      const detail = { readers: erased, restricted, lifted: readable(released) };
      await audit.record({ action: 'personal-data.replay', actorId: null, detail }, trx);
      return {
        erased: erased.length,
        restricted: restricted.length,
        lifted: detail.lifted.length,
        missing,
        unreadable: [...new Set([...unreadable, ...ofClients.unreadable])],
      };
    },
    { timeoutMs: 0 },
  );
};
