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
  lockReaders,
  nameEmails,
  nameExternalId,
  rememberIdentities,
  replaceExactEmails,
  replaceInMessages,
  rewriteColumn,
} from './replace-readers.ts';
import type { Replacing, Trx } from './replace-readers.ts';
import { liftRestrictions } from './restrict.ts';
import { emailRewriter, erasedName } from './rewrite.ts';

export interface Erasure {
  readonly readerIds: readonly number[];
  readonly keep: readonly KeptByErasure[];
  readonly reference: string;
}

interface Work extends Replacing {
  readonly keep: ReadonlySet<KeptByErasure>;
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
  const messages = await replaceInMessages(work);
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
 * With a key, later imports and uploads of the same person do, too.
 * @throws AppError 400 for an unknown reader, and for one who is erased or restricted
 */
export const eraseWithin = async (
  trx: Trx,
  { readerIds, keep }: Pick<Erasure, 'keep' | 'readerIds'>,
  key: Uint8Array | undefined,
): Promise<Erased> => {
  await lockErasures(runIn(trx));
  const readers = await lockReaders(trx, readerIds, 'readerIds');
  const { emails, sharedEmails } = await nameEmails(trx, readers, erasedName);
  const tally = createTally();
  const work: Work = {
    trx,
    readers,
    ids: readerIds,
    emails,
    standIn: erasedName,
    keep: new Set(keep),
    tally,
  };
  await eraseTexts(work);
  await replaceExactEmails(work);
  if (key !== undefined) await rememberIdentities(work, key, { kept: keep, restrictedReaderId: null });
  const activities = await eraseActivities(work);
  await eraseReaderRows(work);
  return { readers: readers.length, activities, changes: tally.list(), sharedEmails };
};

/**
 * Answers the request of readers to be erased, in one transaction. The values of restricted ones are erased as well.
 * @throws AppError 400 for an unknown reader, and without a key for the hashes
 */
export const eraseReaders = async (
  parts: Pick<Services, 'audit' | 'config' | 'db' | 'jobs' | 'secrets'>,
  { readerIds, keep, reference }: Erasure,
  session: Session,
): Promise<ErasureOutcome> => {
  const { audit, db, jobs, secrets } = parts;
  const key = secrets.erasureKey();
  if (key === undefined) throw badRequest(erasureKeyMissingMessage);
  return db.transaction(
    async (trx) => {
      await liftRestrictions(trx, secrets, readerIds);
      const erased = await eraseWithin(trx, { readerIds, keep }, key);
      const { id: requestId } = await trx
        .insertInto('personal_data_request')
        .values({
          at: jobs.clock(),
          kind: 'erasure',
          user_id: session.user.id,
          reference,
          readers: [...readerIds],
          kept: [...keep],
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit.record(
        {
          action: 'personal-data.erase',
          ...auditedIdentities(session),
          detail: { readers: readerIds, reference, kept: keep },
        },
        trx,
      );
      const areas = await tellAreas(parts, trx, { event: 'erased', readerIds, requestId });
      return { requestId, ...erased, areas };
    },
    { timeoutMs: 0 },
  );
};
