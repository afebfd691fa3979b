import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ErasureOutcome, KeptByErasure } from '@readerlens/contract';
import {
  erasedReadersMessage,
  erasureKeyMissingMessage,
  unknownReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { hashIdentity, lockErasures, printKey, runIn } from '../../activities/erasure/erased-identities.ts';
import type { IdentityKind } from '../../activities/erasure/erased-identities.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { badRequest, invalidInput } from '../../platform/http/errors.ts';
import { listRegistered } from './register.ts';
import type { RegisteredColumn } from './register.ts';
import { emailRewriter, erasedName, isErasedName, messageRewriter, rewriteJson } from './rewrite.ts';
import type { ErasedEmail, NamedReader, Rewriter } from './rewrite.ts';

interface ReaderRow {
  readonly id: number;
  readonly email: string | null;
  readonly external_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly values: readonly (string | null)[];
}

export interface Erasure {
  readonly readerIds: readonly number[];
  readonly keep: readonly KeptByErasure[];
  readonly reference: string;
}

type Trx = Transaction<Schema>;

/** Counts the changed rows of each table. */
const createTally = () => {
  const counts = new Map<string, number>();
  return {
    add(table: string, rows: number) {
      if (rows > 0) counts.set(table, (counts.get(table) ?? 0) + rows);
    },
    list: () => [...counts].map(([table, rows]) => ({ table, rows })),
  };
};
type Tally = ReturnType<typeof createTally>;

/** With what readers wrote in their activities, which mails and messages repeat. */
const lockReaders = async (trx: Trx, ids: readonly number[]): Promise<ReaderRow[]> => {
  const { rows } = await sql<ReaderRow>`
    SELECT r.id, r.email, r.external_id, r.first_name, r.last_name, ARRAY[r.phone, r.address, r.linked_in] || ARRAY(
      SELECT d.specifics_text FROM engagement AS e
      JOIN engagement_detail AS d ON d.client_id = e.client_id AND d.engagement_id = e.id
      WHERE e.reader_id = r.id AND d.specifics_text IS NOT NULL) AS values
    FROM reader AS r WHERE r.id = ANY(${ids}::integer[]) ORDER BY r.id FOR UPDATE`.execute(trx);
  if (rows.length !== ids.length) throw invalidInput('readerIds', unknownReadersMessage);
  // With another pseudonym, later imports would no longer find the reader.
  if (rows.some(({ first_name, last_name }) => isErasedName(first_name, last_name)))
    throw invalidInput('readerIds', erasedReadersMessage);
  return rows;
};

/** The e-mails that only these readers have, each with a new address, and the number of those that others have, too. */
const nameEmails = async (trx: Trx, readers: readonly ReaderRow[]) => {
  const all = [...new Set(readers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))];
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT lower(r.email) AS email FROM reader AS r
    WHERE lower(r.email) = ANY(${all}::text[]) AND r.id <> ALL(${readers.map(({ id }) => id)}::integer[])`.execute(
    trx,
  );
  const shared = new Set(rows.map(({ email }) => email));
  const emails: ErasedEmail[] = all
    .filter((email) => !shared.has(email))
    .map((email) => ({ email, pseudonym: `erased-${randomUUID().slice(0, 13)}@reader.invalid` }));
  return { emails, sharedEmails: shared.size };
};

const nameReader = ({ id, first_name, last_name, values }: ReaderRow): NamedReader => ({
  id,
  firstName: first_name,
  lastName: last_name,
  values: values.filter((value) => value !== null),
});

interface Work {
  readonly trx: Trx;
  readonly readers: readonly ReaderRow[];
  readonly ids: readonly number[];
  readonly emails: readonly ErasedEmail[];
  readonly keep: ReadonlySet<KeptByErasure>;
  readonly tally: Tally;
}

const nameExternalId = (id: number) => `erased-${id}`;

/** A reader whose address somebody else has, too, gets one that no row knows. */
const findPseudonym = ({ id, email }: ReaderRow, emails: readonly ErasedEmail[]): string | null => {
  if (email === null) return null;
  const own = emails.find((each) => each.email === email.toLowerCase());
  return own?.pseudonym ?? `erased-${id}@reader.invalid`;
};

const eraseReaderRows = async ({ trx, readers, emails, keep, tally }: Work) => {
  for (const reader of readers)
    await trx
      .updateTable('reader')
      .set({
        email: findPseudonym(reader, emails),
        external_id: reader.external_id === null ? null : nameExternalId(reader.id),
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
  const ofReaders = sql`e.reader_id = ANY(${ids}::integer[])`;
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

const eraseExactEmails = async ({ trx, emails, tally }: Work) => {
  for (const { email, pseudonym } of emails) {
    for (const table of ['webinar_registrant', 'event_registrant', 'newsletter_recipient'] as const) {
      const { numUpdatedRows } = await trx
        .updateTable(table)
        .set({ email: pseudonym, external_id: sql<string>`replace(external_id, ${email}, ${pseudonym})` })
        .where('email', '=', email)
        .executeTakeFirst();
      tally.add(table, Number(numUpdatedRows));
    }
    const { numUpdatedRows } = await trx
      .updateTable('excluded_email')
      .set({ email: pseudonym })
      .where('email', '=', email)
      .executeTakeFirst();
    tally.add('excluded_email', Number(numUpdatedRows));
  }
};

interface Place extends RegisteredColumn {
  /** Whether it has ids or links. */
  readonly isAddress?: boolean;
  /** Limits the rows. */
  readonly where?: ReturnType<typeof sql>;
}

/** Rewrites each value of a column that has something of the readers. Returns the number of rows. */
const rewriteColumn = async (
  { trx, ids, tally }: Pick<Work, 'ids' | 'tally' | 'trx'>,
  { table, column, where = sql`true`, isAddress = false }: Place,
  rewriter: Rewriter,
): Promise<void> => {
  if (rewriter.finds === undefined) return;
  const value = sql.ref(column);
  const { rows } = await sql<{ at: string; is_json: boolean; text: string }>`
    SELECT ctid::text AS at, pg_typeof(${value})::text = 'jsonb' AS is_json, ${value}::text AS text
    FROM ${sql.table(table)} WHERE ${value}::text ~* ${rewriter.finds} AND ${where} FOR UPDATE`.execute(trx);
  const idTexts = new Set(ids.map(String));
  for (const { at, is_json, text } of rows) {
    const isJson = is_json || (column === 'body' && text.startsWith('{'));
    const plain = isAddress ? rewriter.rewriteAddresses : rewriter.rewriteText;
    const next = isJson ? rewriteJson(text, rewriter, idTexts) : plain(text);
    const changed = is_json ? sql`${next}::jsonb` : sql`${next}`;
    await sql`UPDATE ${sql.table(table)} SET ${value} = ${changed} WHERE ctid = ${at}::tid`.execute(trx);
  }
  tally.add(table, rows.length);
};

const attachmentRemoved =
  'A file was removed from this email because the personal data of a reader was erased.';

/** Files are made from rows and cannot be changed: those of mails about the readers go, and the mail says so. */
const removeFiles = async ({ trx, tally }: Work, { finds }: Rewriter) => {
  if (finds === undefined) return;
  const { rows } = await sql<{ mail_id: number }>`
    WITH removed AS (DELETE FROM outbox_attachment AS a USING outbox_mail AS m
      WHERE m.id = a.mail_id
        AND (m.text_body ~* ${finds} OR m.html_body ~* ${finds} OR m.subject ~* ${finds} OR a.name ~* ${finds}) RETURNING a.mail_id)
    UPDATE outbox_mail AS m SET text_body = m.text_body || ${`\n\n${attachmentRemoved}`},
      html_body = replace(m.html_body, '</body>', ${`<p>${attachmentRemoved}</p></body>`})
    WHERE m.id IN (SELECT mail_id FROM removed) RETURNING m.id AS mail_id`.execute(trx);
  tally.add('outbox_attachment', rows.length);
};

const eraseTexts = async (work: Work) => {
  const mentions = emailRewriter(work.emails);
  for (const place of listRegistered('mention')) await rewriteColumn(work, place, mentions);
  for (const place of listRegistered('link'))
    await rewriteColumn(work, { ...place, isAddress: true }, mentions);
  const messages = messageRewriter(work.emails, work.readers.map(nameReader));
  await removeFiles(work, messages);
  for (const place of listRegistered('message'))
    if (place.table !== 'outbox_attachment') await rewriteColumn(work, place, messages);
  // An alert about one of the readers may have the name.
  const where = sql`subject_reader_id = ANY(${work.ids}::integer[])`;
  for (const table of ['alert', 'alert_run'])
    for (const column of ['name', 'description'])
      await rewriteColumn(work, { table, column, where }, messages);
};

/** So that imports and uploads recognize the readers. */
const rememberIdentities = async ({ trx, readers, emails, keep }: Work, key: Uint8Array) => {
  const identities: { kind: IdentityKind; value: string; pseudonym: string }[] = [
    ...emails.map(({ email, pseudonym }) => ({ kind: 'email' as const, value: email, pseudonym })),
    ...readers.flatMap(({ id, external_id }) =>
      external_id === null
        ? []
        : [{ kind: 'external-id' as const, value: external_id, pseudonym: nameExternalId(id) }],
    ),
  ];
  for (const { kind, value, pseudonym } of identities)
    await trx
      .insertInto('erased_identity')
      .values({
        kind,
        hash: Buffer.from(hashIdentity(key, kind, value), 'hex'),
        pseudonym,
        kept: [...keep],
        key_print: printKey(key),
      })
      .onConflict((conflicting) => conflicting.columns(['kind', 'hash']).doNothing())
      .execute();
};

/** What an erasure has done, without its request. */
type Erased = Omit<ErasureOutcome, 'requestId'>;

/**
 * Erases readers: names, contacts, free text and answers everywhere in the register. Activities count on under a pseudonym.
 * With a key, later imports and uploads of the same person do, too.
 * @throws AppError 400 for an unknown reader, and for one who is erased
 */
export const eraseWithin = async (
  trx: Trx,
  { readerIds, keep }: Pick<Erasure, 'keep' | 'readerIds'>,
  key: Uint8Array | undefined,
): Promise<Erased> => {
  await lockErasures(runIn(trx));
  const readers = await lockReaders(trx, readerIds);
  const { emails, sharedEmails } = await nameEmails(trx, readers);
  const tally = createTally();
  const work: Work = { trx, readers, ids: readerIds, emails, keep: new Set(keep), tally };
  await eraseTexts(work);
  await eraseExactEmails(work);
  if (key !== undefined) await rememberIdentities(work, key);
  const activities = await eraseActivities(work);
  await eraseReaderRows(work);
  return { readers: readers.length, activities, changes: tally.list(), sharedEmails };
};

/**
 * Answers the request of readers to be erased, in one transaction.
 * @throws AppError 400 for an unknown reader, and without a key for the hashes
 */
export const eraseReaders = async (
  { audit, db, jobs, secrets }: Pick<Services, 'audit' | 'db' | 'jobs' | 'secrets'>,
  { readerIds, keep, reference }: Erasure,
  session: Session,
): Promise<ErasureOutcome> => {
  const key = secrets.erasureKey();
  if (key === undefined) throw badRequest(erasureKeyMissingMessage);
  return db.transaction(
    async (trx) => {
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
      return { requestId, ...erased };
    },
    { timeoutMs: 0 },
  );
};
