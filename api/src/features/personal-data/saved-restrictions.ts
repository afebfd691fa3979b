// Restrictions in the file of saved erasures, and how they are repeated in a database from before.
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { createRestrictionBox } from '../../activities/erasure/restriction-box.ts';
import type { Services } from '../../people/services.ts';
import type { Trx } from './replace-readers.ts';
import type { ConcernedClients } from './rows-of-clients.ts';
import { listKnowing } from './separate-readers.ts';
import { addRequest, liftRestrictions, restrictWithin } from './restrict.ts';

type Parts = Pick<Services, 'config' | 'jobs' | 'secrets'>;

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** By what a reader is recognized. */
export const IdentityHash = Type.Object({
  kind: Type.Union([Type.Literal('email'), Type.Literal('external-id')]),
  hash: Hash,
  keyPrint: Type.String({ pattern: '^[0-9a-f]{16}$' }),
});

const SavedRestriction = Type.Object({
  readerId: Type.Integer(),
  at: Moment,
  userId: Type.Union([Type.Integer(), Type.Null()]),
  /** Encrypted: it is a free text. */
  reason: Type.String(),
  /** Left out, as by earlier versions, or null: for all clients. */
  clientIds: Type.Optional(Type.Union([Type.Array(Type.Integer(), { minItems: 1 }), Type.Null()])),
  /** The reader whom other clients know. */
  separatedFrom: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  /** Of an e-mail that other readers may have as well. */
  emailHash: Type.Union([Hash, Type.Null()]),
  /** No other reader has these. */
  identities: Type.Array(IdentityHash),
});
export const SavedRestrictions = Type.Object({
  inForce: Type.Array(SavedRestriction),
  /** The latest lifting of each reader. */
  lifted: Type.Array(Type.Object({ readerId: Type.Integer(), at: Moment })),
});
type SavedRestriction = Static<typeof SavedRestriction>;
type SavedRestrictions = Static<typeof SavedRestrictions>;

const reasonContext = 'reason of a restriction';
const unknownReason = 'Repeated after a restore. No key reads the reason of then.';
const repeatedReference = 'Repeated after a restore';

export const readRestrictions = async (trx: Trx, secrets: Parts['secrets']): Promise<SavedRestrictions> => {
  const { rows: inForce } = await sql<Omit<SavedRestriction, 'at'> & { at: Date }>`
    SELECT x.reader_id AS "readerId", x.at, x.user_id AS "userId", x.reason, encode(x.email_hash, 'hex') AS "emailHash",
      x.clients AS "clientIds", x.separated_from AS "separatedFrom",
      (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('kind', i.kind, 'hash', encode(i.hash, 'hex'), 'keyPrint', i.key_print)), '[]')
        FROM (SELECT kind, hash, key_print, restricted_reader_id FROM erased_identity
          UNION ALL SELECT kind, hash, key_print, restricted_reader_id FROM client_erased_identity) AS i
        WHERE i.restricted_reader_id = x.reader_id) AS identities
    FROM reader_restriction AS x ORDER BY x.reader_id`.execute(trx);
  const { rows: lifted } = await sql<{ readerId: number; at: Date }>`
    SELECT reader AS "readerId", max(at) AS at FROM personal_data_request, unnest(readers) AS reader
    WHERE kind = 'lifting' GROUP BY reader ORDER BY reader`.execute(trx);
  const box = createRestrictionBox(secrets);
  return {
    inForce: inForce.map(({ at, reason, ...each }) => ({
      ...each,
      at: at.toISOString(),
      reason: Buffer.from(box.seal(reason, reasonContext)).toString('base64'),
    })),
    lifted: lifted.map(({ readerId, at }) => ({ readerId, at: at.toISOString() })),
  };
};

/**
 * Readers whose restriction was lifted later than it began here. One who was restricted again stays so. A file that is older than
 * the backup lifts nothing of what came after it.
 */
export const findReleased = async (trx: Trx, { inForce, lifted }: SavedRestrictions): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT x.reader_id AS id FROM reader_restriction AS x
    JOIN jsonb_to_recordset(${JSON.stringify(lifted)}::jsonb) AS l ("readerId" integer, at timestamptz)
      ON l."readerId" = x.reader_id AND l.at > x.at
    WHERE x.reader_id <> ALL(${inForce.map(({ readerId }) => readerId)}::integer[]) ORDER BY 1`.execute(trx);
  return rows.map(({ id }) => id);
};

export const liftAgain = async (parts: Parts, trx: Trx, readerIds: readonly number[]): Promise<void> => {
  const lifted = await liftRestrictions(trx, parts.secrets, readerIds);
  await addRepeated(parts, trx, 'lifting', lifted);
};

interface Repeated {
  readonly readerId: number;
  readonly clientIds: ConcernedClients;
  readonly separatedFrom?: number | null;
}

/** One request for all readers whom it concerns for all clients, and one for each of the others. */
const addRepeated = async (
  parts: Parts,
  trx: Trx,
  kind: 'lifting' | 'restriction',
  done: readonly Repeated[],
) => {
  const request = { kind, reference: repeatedReference, userId: null };
  const readerIds = done.flatMap((each) => (each.clientIds ? [] : [each.readerId]));
  if (readerIds.length > 0) await addRequest(parts, trx, { ...request, readerIds, clientIds: undefined });
  for (const { readerId, clientIds, separatedFrom = null } of done)
    if (clientIds)
      await addRequest(parts, trx, { ...request, readerIds: [readerId], clientIds, separatedFrom });
};

/** Each restriction with the readers of this database whom it is about. */
export type RestrictedReaders = readonly {
  readonly restriction: SavedRestriction;
  readonly readerIds: readonly number[];
}[];

/** The reader of a backup from before. */
const findId = ({ readerId, separatedFrom }: SavedRestriction): number => separatedFrom ?? readerId;

/** Matches readers, one after the other, with the restrictions that name them. */
export const matchRestrictions = (restrictions: readonly SavedRestriction[]) => {
  const found = restrictions.map((restriction) => ({ restriction, readerIds: [] as number[] }));
  const ofClients = found.filter(({ restriction }) => restriction.clientIds);
  const ofAll = found.filter(({ restriction }) => !restriction.clientIds);
  const byIdentity = new Map(
    ofAll.flatMap((each) => each.restriction.identities.map(({ kind, hash }) => [`${kind} ${hash}`, each])),
  );
  const byId = new Map(ofAll.map((each) => [each.restriction.readerId, each]));
  return {
    /** `names`: kinds and hashes of what the reader has. */
    match(id: number, names: readonly string[]) {
      const own = byId.get(id);
      const named = names.map((name) => byIdentity.get(name)).find((each) => each !== undefined);
      const hasEmail = own !== undefined && names.includes(`email ${own.restriction.emailHash}`);
      (hasEmail ? own : named)?.readerIds.push(id);
      // Some clients may have one restriction, and others another one.
      for (const { restriction, readerIds } of ofClients) {
        const isSame = findId(restriction) === id && names.includes(`email ${restriction.emailHash}`);
        if (isSame || restriction.identities.some(({ kind, hash }) => names.includes(`${kind} ${hash}`)))
          readerIds.push(id);
      }
    },
    /**
     * At the time of the backup, others may have had the same e-mail: then the one with the id is meant. What concerns some clients
     * comes first: nothing can be separated from a restricted reader.
     */
    list: (): RestrictedReaders =>
      [...ofClients, ...ofAll].map(({ restriction, readerIds }) => ({
        restriction,
        readerIds: readerIds.includes(findId(restriction)) ? [findId(restriction)] : readerIds,
      })),
  };
};

/** Whether a reader is restricted or erased here under one of these identities. */
const isKnown = async (trx: Trx, { emailHash, identities }: SavedRestriction): Promise<boolean> => {
  const names = identities.map(({ kind, hash }) => `${kind} ${hash}`);
  const { rows } = await sql`
    SELECT FROM reader_restriction WHERE email_hash = decode(${emailHash}::text, 'hex')
    UNION ALL SELECT FROM erased_identity WHERE kind || ' ' || encode(hash, 'hex') = ANY(${names}::text[])
    UNION ALL SELECT FROM client_erased_identity WHERE kind || ' ' || encode(hash, 'hex') = ANY(${names}::text[])
    LIMIT 1`.execute(trx);
  return rows.length > 0;
};

/** The account of then, unless the id is that of a newer one. */
const findAccount = async (trx: Trx, { userId, at }: SavedRestriction): Promise<number | null> => {
  const account = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('created_at', '<=', new Date(at))
    .executeTakeFirst();
  return account?.id ?? null;
};

const hasLiftedSince = async (trx: Trx, readerId: number, at: Date): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM personal_data_request
    WHERE kind = 'lifting' AND at > ${at} AND ${readerId}::integer = ANY(readers) LIMIT 1`.execute(trx);
  return rows.length > 0;
};

/** Restricts those who were not released here since then. Returns whom, and how many restrictions are about nobody here. */
export const restrictAgain = async (
  parts: Parts,
  trx: Trx,
  readers: RestrictedReaders,
  key: Uint8Array,
): Promise<{ restricted: readonly number[]; missing: number }> => {
  const box = createRestrictionBox(parts.secrets);
  const restricted: Repeated[] = [];
  let missing = 0;
  for (const { restriction, readerIds } of readers) {
    const at = new Date(restriction.at);
    const reason = box.open(Buffer.from(restriction.reason, 'base64'), reasonContext) ?? unknownReason;
    const userId = await findAccount(trx, restriction);
    if (readerIds.length === 0 && !(await isKnown(trx, restriction))) missing += 1;
    // Restricted at the backup, released, and restricted again.
    await trx
      .updateTable('reader_restriction')
      .set({ at, reason, user_id: userId })
      .where('reader_id', '=', restriction.readerId)
      .where('at', '<', at)
      .execute();
    for (const readerId of readerIds) {
      if (await hasLiftedSince(trx, readerId, at)) continue;
      const clientIds = restriction.clientIds
        ? await listKnowing(trx, readerId, restriction.clientIds)
        : undefined;
      // Separated already.
      if (clientIds?.length === 0) continue;
      await restrictWithin(trx, parts.secrets, { readerId, clientIds, at, userId, reason }, key);
      restricted.push({ readerId, clientIds });
    }
  }
  await addRepeated(parts, trx, 'restriction', restricted);
  return { restricted: restricted.map(({ readerId }) => readerId), missing };
};
