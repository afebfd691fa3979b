// Restriction of processing: what names a reader is sealed, and a pseudonym stands in its place until the restriction is lifted.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { clientsWithActivities } from '../../activities/clients-with-activities.ts';
import {
  erasureKeyMissingMessage,
  notRestrictedMessage,
  reasonMissingMessage,
  restrictionUnreadableMessage,
} from '@readerlens/contract/personal-data/messages';
import { hashIdentity, lockErasures, runIn } from '../../activities/erasure/erased-identities.ts';
import { createRestrictionBox, restrictionContext } from '../../activities/erasure/restriction-box.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { badRequest, conflict, invalidInput } from '../../platform/http/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { tellAreas } from '../../sendings/area-notices.ts';
import { listRegistered } from './register.ts';
import {
  createTally,
  findPseudonym,
  nameEmails,
  nameExternalId,
  rememberIdentities,
  replaceExactEmails,
  replaceInMessages,
  rewriteColumn,
} from './replace-readers.ts';
import type { Replacing, Trx } from './replace-readers.ts';
import { emailRewriter, isErasedName, restrictedName } from './rewrite.ts';
import type { ReplacedEmail, Rewriter } from './rewrite.ts';
import type { ConcernedClients } from './rows-of-clients.ts';
import { checkVersions } from './check-versions.ts';
import { lockConcerned, rejoinReader } from './separate-readers.ts';

type DataSecrets = Pick<Secrets, 'deriveDataKeys'>;
type Parts = Pick<Services, 'audit' | 'config' | 'db' | 'jobs' | 'secrets'>;

/** An alert about the reader, or a run of one, whose texts have the name. */
interface Titled {
  readonly table: 'alert' | 'alert_run';
  readonly id: string;
  readonly column: 'name' | 'description';
  readonly before: string;
  readonly after: string;
}

/** What is sealed. The first two are JSON as the database writes it, so that no value changes on its way. */
interface Sealed {
  readonly reader: string;
  readonly details: string;
  readonly titles: readonly Titled[];
}

/** The columns of a reader that are sealed. */
const readerColumns = listRegistered('reader').flatMap(({ table, column }) =>
  table === 'reader' ? [column] : [],
);

const ofReader = (readerId: number) => sql`EXISTS (SELECT FROM engagement AS e
  WHERE e.client_id = d.client_id AND e.id = d.engagement_id AND e.reader_id = ${readerId}::integer
    AND e.client_id IN ${clientsWithActivities})`;

const readValues = async (trx: Trx, readerId: number): Promise<Omit<Sealed, 'titles'>> => {
  const { rows } = await sql<Omit<Sealed, 'titles'>>`
    SELECT to_jsonb(r)::text AS reader, (SELECT coalesce(jsonb_agg(d), '[]')::text
      FROM engagement_detail AS d WHERE ${ofReader(readerId)}) AS details
    FROM reader AS r WHERE r.id = ${readerId}::integer`.execute(trx);
  return rows[0]!;
};

/** Names of alerts go out with their mails. */
const hideTitles = async (trx: Trx, readerId: number, rewriter: Rewriter): Promise<Titled[]> => {
  const titles: Titled[] = [];
  for (const table of ['alert', 'alert_run'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select(['id', 'name', 'description'])
      .where('subject_reader_id', '=', readerId)
      .execute();
    for (const { id, ...texts } of rows)
      for (const column of ['name', 'description'] as const) {
        const [before, after] = [texts[column], rewriter.rewriteText(texts[column])];
        if (after === before) continue;
        titles.push({ table, id, column, before, after });
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${after} WHERE id = ${id}`.execute(trx);
      }
  }
  return titles;
};

/** A text that somebody has changed since then stays. */
const showTitles = async (trx: Trx, titles: readonly Titled[]) => {
  for (const { table, id, column, before, after } of titles)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${before}
      WHERE id = ${id} AND ${sql.ref(column)} = ${after}`.execute(trx);
};

/** Replaces addresses where the replacement can be found again: in links, ids and JSON such as filters. */
const exchangeAddresses = async (trx: Trx, emails: readonly ReplacedEmail[], clientIds: ConcernedClients) => {
  const work = { trx, ids: [], clientIds, tally: createTally() };
  const rewriter = emailRewriter(emails, restrictedName);
  for (const place of listRegistered('link'))
    await rewriteColumn(work, { ...place, isAddress: true }, rewriter);
  for (const place of listRegistered('mention')) {
    const where = sql`pg_typeof(${sql.ref(place.column)})::text = 'jsonb'`;
    await rewriteColumn(work, { ...place, where }, rewriter);
  }
};

const hideRows = async (work: Replacing) => {
  const { trx, readers } = work;
  for (const reader of readers) {
    const values: Readonly<Record<string, string | null>> = {
      first_name: restrictedName.firstName,
      last_name: restrictedName.lastName,
      email: findPseudonym(reader, work),
      external_id: reader.external_id === null ? null : nameExternalId(reader.id, restrictedName),
    };
    const changed = Object.fromEntries(readerColumns.map((column) => [column, values[column] ?? null]));
    await trx.updateTable('reader').set(changed).where('id', '=', reader.id).execute();
    // The activities still say that they have a text, so that no figure changes.
    await sql`DELETE FROM engagement_detail AS d WHERE ${ofReader(reader.id)}`.execute(trx);
  }
};

interface NewRequest {
  readonly kind: 'lifting' | 'restriction';
  readonly readerIds: readonly number[];
  readonly clientIds: ConcernedClients;
  /** Whom the areas know, if it is another one. */
  readonly separatedFrom?: number | null;
  readonly reference: string;
  /** Null for what a command repeats. */
  readonly userId: number | null;
}

/** Also tells the areas. */
export const addRequest = async (
  parts: Pick<Parts, 'config' | 'jobs'>,
  trx: Trx,
  { kind, readerIds, clientIds, separatedFrom, reference, userId }: NewRequest,
): Promise<void> => {
  const { id: requestId } = await trx
    .insertInto('personal_data_request')
    .values({
      at: parts.jobs.clock(),
      kind,
      user_id: userId,
      reference,
      readers: [...readerIds],
      clients: clientIds ? [...clientIds] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = kind === 'restriction' ? 'restricted' : 'lifted';
  const known = separatedFrom ? [separatedFrom] : readerIds;
  await tellAreas(parts, trx, { event, readerIds: known, clientIds, requestId });
};

const recordRequest = async (
  parts: Pick<Parts, 'audit' | 'config' | 'jobs'>,
  trx: Trx,
  request: Omit<NewRequest, 'userId'>,
  session: Session,
) => {
  const { kind, readerIds: readers, clientIds, reference } = request;
  await addRequest(parts, trx, { ...request, userId: session.user.id });
  const action = kind === 'restriction' ? 'personal-data.restrict' : 'personal-data.lift';
  const detail = { readers, ...(clientIds ? { clients: clientIds } : {}), reference };
  await parts.audit.record({ action, ...auditedIdentities(session), detail }, trx);
};

/** A restriction as it is stored. */
interface NewRestriction {
  readonly readerId: number;
  /** Where the reader is restricted; undefined for all clients. */
  readonly clientIds: ConcernedClients;
  /** If it was separated before. */
  readonly separatedFrom?: number | null;
  readonly at: Date;
  readonly userId: number | null;
  readonly reason: string;
}

/** @throws AppError 400 for a reader who is unknown, erased or restricted, and for clients that do not know the reader */
export const restrictWithin = async (
  trx: Trx,
  secrets: DataSecrets,
  {
    readerId: askedId,
    clientIds: concerned,
    separatedFrom: before = null,
    at,
    userId,
    reason,
  }: NewRestriction,
  key: Uint8Array,
): Promise<void> => {
  await lockErasures(runIn(trx));
  const asked = { readerIds: [askedId], clientIds: concerned };
  const { readers, separatedFrom, clientIds } = await lockConcerned(trx, asked, 'readerId');
  const readerId = readers[0]!.id;
  const { emails } = await nameEmails(trx, readers, { standIn: restrictedName, clientIds });
  const ids = [readerId];
  const work = { trx, readers, ids, clientIds, emails, standIn: restrictedName, tally: createTally() };
  const values = await readValues(trx, readerId);
  const messages = await replaceInMessages({ ...work, ids: [readerId, askedId] });
  const titles = await hideTitles(trx, readerId, messages);
  await exchangeAddresses(trx, emails, clientIds);
  await replaceExactEmails(work);
  const email = readers[0]?.email ?? null;
  const sealed: Sealed = { ...values, titles };
  await trx
    .insertInto('reader_restriction')
    .values({
      reader_id: readerId,
      at,
      user_id: userId,
      reason,
      email_hash: email === null ? null : Buffer.from(hashIdentity(key, 'email', email), 'hex'),
      sealed: createRestrictionBox(secrets).seal(JSON.stringify(sealed), restrictionContext(readerId)),
      clients: concerned ? [...concerned] : null,
      separated_from: separatedFrom.get(readerId) ?? before,
    })
    .execute();
  await rememberIdentities(work, key, { kept: [], restrictedReaderId: readerId, clientIds: concerned });
  await hideRows(work);
};

export interface Restriction {
  readonly readerId: number;
  /** For whom it is; undefined for all clients. */
  readonly clientIds?: ConcernedClients;
  readonly reason: string;
  readonly reference: string;
}

/**
 * Restricts the processing of a reader, for all clients or for some, in one transaction.
 * @throws AppError 400 without a reason or a key for the hashes, and as `restrictWithin`; 409 while an earlier version runs beside it
 */
export const restrictReader = async (
  parts: Parts & Pick<Services, 'databaseTime'>,
  { readerId, clientIds, reason, reference }: Restriction,
  session: Session,
): Promise<void> => {
  const { db, jobs, secrets } = parts;
  if (reason.trim() === '') throw invalidInput('reason', reasonMissingMessage);
  const key = secrets.erasureKey();
  if (key === undefined) throw badRequest(erasureKeyMissingMessage);
  if (clientIds) await checkVersions(parts);
  await db.transaction(
    async (trx) => {
      // Before the clock is read, so that the times of restrictions and liftings have their order.
      await lockErasures(runIn(trx));
      const { id: userId } = session.user;
      const restriction = { readerId, clientIds, at: jobs.clock(), userId, reason: reason.trim() };
      await restrictWithin(trx, secrets, restriction, key);
      await recordRequest(
        parts,
        trx,
        { kind: 'restriction', readerIds: [readerId], clientIds, reference },
        session,
      );
    },
    { timeoutMs: 0 },
  );
};

const listRestricted = async (kysely: Kysely<Schema>, readerIds: readonly number[]) => {
  if (readerIds.length === 0) return [];
  return kysely
    .selectFrom('reader_restriction')
    .select(['reader_id', 'at', 'user_id', 'reason', 'sealed', 'clients', 'separated_from'])
    .where('reader_id', 'in', readerIds)
    .orderBy('reader_id')
    .execute();
};

interface RestrictedRow {
  readonly reader_id: number;
  readonly sealed: Uint8Array;
}

const openValues = (secrets: DataSecrets, { reader_id, sealed }: RestrictedRow): string | undefined =>
  createRestrictionBox(secrets).open(sealed, restrictionContext(reader_id));

/** Those of the readers whose restriction cannot be lifted, because no key opens the values. */
export const findUnreadable = async (
  trx: Trx,
  secrets: DataSecrets,
  readerIds: readonly number[],
): Promise<readonly number[]> =>
  (await listRestricted(trx, readerIds))
    .filter((each) => openValues(secrets, each) === undefined)
    .map(({ reader_id }) => reader_id);

/** Puts the values back where they belong to the reader alone. Returns what else was sealed, and the addresses to exchange. */
const showRows = async (trx: Trx, secrets: DataSecrets, row: RestrictedRow) => {
  const { reader_id } = row;
  const text = openValues(secrets, row);
  if (text === undefined) throw conflict(restrictionUnreadableMessage);
  const { reader, details, titles } = JSON.parse(text) as Sealed;
  const { rows } = await sql<{ pseudonym: string | null; email: string | null }>`
    UPDATE reader AS r SET ${sql.join(readerColumns.map((column) => sql`${sql.ref(column)} = v.${sql.ref(column)}`))}
    FROM jsonb_populate_record(NULL::reader, ${reader}::jsonb) AS v, reader AS before
    WHERE r.id = ${reader_id}::integer AND before.id = r.id
    RETURNING before.email AS pseudonym, lower(r.email) AS email`.execute(trx);
  // Activities may have ended since then.
  await sql`INSERT INTO engagement_detail SELECT d.*
    FROM jsonb_populate_recordset(NULL::engagement_detail, ${details}::jsonb) AS d WHERE ${ofReader(reader_id)}
    ON CONFLICT DO NOTHING`.execute(trx);
  const emails = rows.flatMap(({ pseudonym, email }) =>
    pseudonym === null || email === null ? [] : [{ email: pseudonym, pseudonym: email }],
  );
  await replaceExactEmails({ trx, emails, clientIds: undefined, tally: createTally() });
  return { titles, emails };
};

export interface LiftedRestriction extends NewRestriction {
  readonly separatedFrom: number | null;
}

/** Whether a reader who was separated can be one with the other again. */
const canRejoin = async (trx: Trx, separatedFrom: number): Promise<boolean> => {
  const other = await trx
    .selectFrom('reader')
    .select(['first_name', 'last_name'])
    .where('id', '=', separatedFrom)
    .forUpdate()
    .executeTakeFirst();
  if (!other || isErasedName(other.first_name, other.last_name)) return false;
  return (await listRestricted(trx, [separatedFrom])).length === 0;
};

/**
 * Lifts the restrictions of those readers who have one: the values are back as they were, and nothing is remembered. Who was separated
 * for it is one reader again, unless that one is erased or restricted now. Returns what was lifted.
 * @throws AppError 409 if no key opens the values
 */
export const liftRestrictions = async (
  trx: Trx,
  secrets: DataSecrets,
  readerIds: readonly number[],
  { rejoin = true }: { readonly rejoin?: boolean } = {},
): Promise<readonly LiftedRestriction[]> => {
  await lockErasures(runIn(trx));
  const restricted = await listRestricted(trx, readerIds);
  for (const each of restricted) {
    const { reader_id, separated_from } = each;
    const { titles, emails } = await showRows(trx, secrets, each);
    await exchangeAddresses(trx, emails, undefined);
    await showTitles(trx, titles);
    await trx.deleteFrom('reader_restriction').where('reader_id', '=', reader_id).execute();
    if (rejoin && separated_from !== null && (await canRejoin(trx, separated_from)))
      await rejoinReader(trx, reader_id, separated_from);
  }
  return restricted.map(({ reader_id, at, user_id, reason, clients, separated_from }) => ({
    readerId: reader_id,
    at,
    userId: user_id,
    reason,
    clientIds: clients ?? undefined,
    separatedFrom: separated_from,
  }));
};

/**
 * Lifts the restriction of a reader, in one transaction.
 * @throws AppError 400 if there is none, 409 if no key opens the values
 */
export const liftRestriction = (
  parts: Parts,
  { readerId, reference }: Pick<Restriction, 'readerId' | 'reference'>,
  session: Session,
): Promise<void> =>
  parts.db.transaction(
    async (trx) => {
      const [lifted] = await liftRestrictions(trx, parts.secrets, [readerId]);
      if (!lifted) throw invalidInput('readerId', notRestrictedMessage);
      const { clientIds, separatedFrom } = lifted;
      const request = {
        kind: 'lifting',
        readerIds: [readerId],
        clientIds,
        separatedFrom,
        reference,
      } as const;
      await recordRequest(parts, trx, request, session);
    },
    { timeoutMs: 0 },
  );

/**
 * Reads with the values of restricted readers in place, in a transaction that is rolled back: nobody else sees them.
 * @throws AppError 409 if no key opens the values
 */
export const readUnrestricted = async <Result>(
  { db: { kysely }, secrets }: { readonly db: Services['db']; readonly secrets: DataSecrets },
  readerIds: readonly number[],
  read: (session: Kysely<Schema>) => Promise<Result>,
): Promise<Result> => {
  if ((await listRestricted(kysely, readerIds)).length === 0) return read(kysely);
  const trx = await kysely.startTransaction().execute();
  try {
    for (const each of await listRestricted(trx, readerIds)) await showRows(trx, secrets, each);
    return await read(trx);
  } finally {
    await trx.rollback().execute();
  }
};
