import { sql } from 'kysely';
import { clientsWithActivities } from '../../activities/clients-with-activities.ts';
import type { ErasureOutcome, KeptByErasure } from '@readerlens/contract';
import { erasureKeyMissingMessage } from '@readerlens/contract/personal-data/messages';
import { lockErasures, runIn } from '../../activities/erasure/erased-identities.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { badRequest } from '../../platform/http/errors.ts';
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
import { liftRestrictions, restrictWithin } from './restrict.ts';
import type { LiftedRestriction } from './restrict.ts';
import { emailRewriter, erasedName, isErasedName } from './rewrite.ts';
import type { ConcernedClients } from './rows-of-clients.ts';
import { checkVersions } from './check-versions.ts';
import { lockConcerned } from './separate-readers.ts';

export interface Erasure {
  readonly readerIds: readonly number[];
  /** Who must not know the readers any more; undefined for all clients. */
  readonly clientIds?: ConcernedClients;
  readonly keep: readonly KeptByErasure[];
  readonly reference: string;
}

interface Work extends Replacing {
  readonly keep: ReadonlySet<KeptByErasure>;
  /** With those of readers from whom some were separated: messages have these. */
  readonly idsBefore: readonly number[];
}

const eraseReaderRows = async (work: Work) => {
  const { trx, readers, keep, tally } = work;
  for (const reader of readers)
    await trx
      .updateTable('reader')
      .set({
        email: findPseudonym(reader, work),
        external_id: reader.external_id === null ? null : nameExternalId(reader.id, erasedName),
        first_name: erasedName.firstName,
        last_name: erasedName.lastName,
        company: null,
        phone: null,
        address: null,
        linked_in: null,
        profile_status: null,
        client_consent: null,
        client_consent_at: null,
        newsletter_consent: null,
        ...(keep.has('jobTitle') ? {} : { title: null, personas: [] }),
        ...(keep.has('place') ? {} : { city: null, state: null, country_id: null }),
        ...(keep.has('organization') ? {} : { organisation_id: null }),
      })
      .where('id', '=', reader.id)
      .execute();
  tally.add('reader', readers.length);
};

/** What they wrote and answered goes; the activities stay. Returns their number. */
const eraseActivities = async ({ trx, ids, keep, tally }: Work): Promise<number> => {
  const ofReaders = sql`e.reader_id = ANY(${ids}::integer[]) AND e.client_id IN ${clientsWithActivities}`;
  const { rows: details } = await sql<{ count: number }>`
    WITH erased AS (DELETE FROM engagement_detail AS d USING engagement AS e
      WHERE e.client_id = d.client_id AND e.id = d.engagement_id AND ${ofReaders} RETURNING 1)
    SELECT count(*)::integer AS count FROM erased`.execute(trx);
  tally.add('engagement_detail', details[0]?.count ?? 0);
  const { numAffectedRows = 0n } = await sql`
    UPDATE engagement AS e SET has_specifics = false
      ${keep.has('place') ? sql`` : sql`, country_id = NULL, region_id = NULL`}
      ${keep.has('organization') ? sql`` : sql`, organisation_id = NULL`}
    WHERE ${ofReaders} AND (e.has_specifics
      ${keep.has('place') ? sql`` : sql`OR e.country_id IS NOT NULL OR e.region_id IS NOT NULL`}
      ${keep.has('organization') ? sql`` : sql`OR e.organisation_id IS NOT NULL`})`.execute(trx);
  tally.add('engagement', Number(numAffectedRows));
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM engagement AS e WHERE ${ofReaders}`.execute(trx);
  return rows[0]?.count ?? 0;
};

const eraseTexts = async (work: Work) => {
  const mentions = emailRewriter(work.emails, work.standIn);
  for (const place of listRegistered('mention')) await rewriteColumn(work, place, mentions);
  for (const place of listRegistered('link'))
    await rewriteColumn(work, { ...place, isAddress: true }, mentions);
  const messages = await replaceInMessages({ ...work, ids: work.idsBefore });
  // An alert about one of the readers may have the name.
  const where = sql`subject_reader_id = ANY(${work.ids}::integer[])`;
  for (const table of ['alert', 'alert_run'])
    for (const column of ['name', 'description'])
      await rewriteColumn(work, { table, column, where }, messages);
};

/** What an erasure has done, without its request. */
type Erased = Omit<ErasureOutcome, 'areas' | 'requestId'>;

/**
 * Erases readers: names, contacts, free text and answers everywhere in the register. Activities count on under a pseudonym.
 * With a key, later imports and uploads of the same person do, too. With clients, all of this concerns what these know of the readers.
 * @throws AppError 400 for an unknown reader or client, for a reader who is erased or restricted, and for clients that know none of them
 */
export const eraseWithin = async (
  trx: Trx,
  { readerIds, keep, clientIds: concerned }: Omit<Erasure, 'reference'>,
  key: Uint8Array | undefined,
): Promise<Erased> => {
  await lockErasures(runIn(trx));
  const { readers, clientIds } = await lockConcerned(trx, { readerIds, clientIds: concerned }, 'readerIds');
  const { emails, sharedEmails } = await nameEmails(trx, readers, { standIn: erasedName, clientIds });
  const tally = createTally();
  const ids = readers.map(({ id }) => id);
  const work: Work = {
    trx,
    readers,
    ids,
    idsBefore: [...ids, ...readerIds],
    clientIds,
    emails,
    standIn: erasedName,
    keep: new Set(keep),
    tally,
  };
  await eraseTexts(work);
  await replaceExactEmails(work);
  if (key !== undefined)
    await rememberIdentities(work, key, { kept: keep, restrictedReaderId: null, clientIds: concerned });
  const activities = await eraseActivities(work);
  await eraseReaderRows(work);
  return { readers: readers.length, activities, changes: tally.list(), sharedEmails };
};

const mergeErased = (all: readonly Erased[]): Erased => {
  const tally = createTally();
  for (const { changes } of all) for (const { table, rows } of changes) tally.add(table, rows);
  const sum = (name: 'activities' | 'readers' | 'sharedEmails') =>
    all.reduce((total, each) => total + each[name], 0);
  return {
    readers: sum('readers'),
    activities: sum('activities'),
    changes: tally.list(),
    sharedEmails: sum('sharedEmails'),
  };
};

const isUnerased = async (trx: Trx, readerId: number): Promise<boolean> => {
  const { first_name, last_name } = await trx
    .selectFrom('reader')
    .select(['first_name', 'last_name'])
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow();
  return !isErasedName(first_name, last_name);
};

/** Whom an erasure of a restricted reader concerns: who was separated for some clients is erased for no others. */
const chooseConcerned = (
  { clientIds: own, separatedFrom }: LiftedRestriction,
  clientIds: ConcernedClients,
): ConcernedClients => {
  if (clientIds) return own ? clientIds.filter((id) => own.includes(id)) : clientIds;
  return separatedFrom === null ? undefined : own;
};

/**
 * Erases readers of whom some may be restricted. One who is restricted, and erased for some clients only, stays restricted for the
 * others. Returns also whom areas know under another id.
 * @throws AppError as `eraseWithin`, and 409 if no key opens the values of a restricted reader
 */
export const eraseRestricted = async (
  trx: Trx,
  secrets: Services['secrets'],
  { readerIds, keep, clientIds }: Omit<Erasure, 'reference'>,
  key: Uint8Array,
): Promise<{ erased: Erased; separated: readonly LiftedRestriction[] }> => {
  const lifted = await liftRestrictions(trx, secrets, readerIds, { rejoin: false });
  const others = readerIds.filter((id) => !lifted.some(({ readerId }) => readerId === id));
  const done: Erased[] = [];
  if (others.length > 0) done.push(await eraseWithin(trx, { readerIds: others, keep, clientIds }, key));
  for (const restriction of lifted) {
    const { readerId, clientIds: own } = restriction;
    const concerned = chooseConcerned(restriction, clientIds);
    done.push(await eraseWithin(trx, { readerIds: [readerId], keep, clientIds: concerned }, key));
    const left = own?.filter((id) => !concerned?.includes(id));
    if (await isUnerased(trx, readerId))
      await restrictWithin(trx, secrets, { ...restriction, clientIds: left }, key);
  }
  const separated = lifted.map((each) => ({ ...each, clientIds: chooseConcerned(each, clientIds) }));
  return { erased: mergeErased(done), separated: separated.filter((each) => each.separatedFrom !== null) };
};

/**
 * Answers the request of readers to be erased, for all clients or for some, in one transaction. The values of restricted ones are
 * erased as well.
 * @throws AppError 400 for an unknown reader or client, and without a key for the hashes; 409 while an earlier version runs beside it
 */
export const eraseReaders = async (
  parts: Pick<Services, 'audit' | 'config' | 'databaseTime' | 'db' | 'jobs' | 'secrets'>,
  { readerIds, keep, clientIds, reference }: Erasure,
  session: Session,
): Promise<ErasureOutcome> => {
  const { audit, db, jobs, secrets } = parts;
  const key = secrets.erasureKey();
  if (key === undefined) throw badRequest(erasureKeyMissingMessage);
  if (clientIds) await checkVersions(parts);
  return db.transaction(
    async (trx) => {
      const { erased, separated } = await eraseRestricted(trx, secrets, { readerIds, keep, clientIds }, key);
      const { id: requestId } = await trx
        .insertInto('personal_data_request')
        .values({
          at: jobs.clock(),
          kind: 'erasure',
          user_id: session.user.id,
          reference,
          readers: [...readerIds],
          kept: [...keep],
          clients: clientIds ? [...clientIds] : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit.record(
        {
          action: 'personal-data.erase',
          ...auditedIdentities(session),
          detail: { readers: readerIds, ...(clientIds ? { clients: clientIds } : {}), reference, kept: keep },
        },
        trx,
      );
      const areas = await tellAreas(parts, trx, { event: 'erased', readerIds, clientIds, requestId });
      for (const { separatedFrom, clientIds: own } of separated)
        await tellAreas(parts, trx, {
          event: 'erased',
          readerIds: separatedFrom === null ? [] : [separatedFrom],
          clientIds: own,
          requestId,
        });
      return { requestId, ...erased, areas };
    },
    { timeoutMs: 0 },
  );
};
