// Where the values of readers stand in the database, and how something else takes their place.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { clientsWithActivities, hasActivity } from '../../activities/clients-with-activities.ts';
import type { KeptByErasure } from '@readerlens/contract';
import {
  erasedReadersMessage,
  restrictedReadersMessage,
  unknownReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { hashIdentity, printKey } from '../../activities/erasure/erased-identities.ts';
import type { IdentityKind } from '../../activities/erasure/erased-identities.ts';
import type { Schema } from '../../platform/db/index.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { isOfClients } from './rows-of-clients.ts';
import type { ConcernedClients } from './rows-of-clients.ts';
import { listRegistered } from './register.ts';
import type { RegisteredColumn } from './register.ts';
import { chooseWord, isErasedName, messageRewriter, rewriteJson } from './rewrite.ts';
import type { NamedReader, ReplacedEmail, Rewriter, StandInName } from './rewrite.ts';

export interface ReaderRow {
  readonly id: number;
  readonly is_restricted: boolean;
  readonly email: string | null;
  readonly external_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly values: readonly (string | null)[];
}

export type Trx = Transaction<Schema>;

/** Counts the changed rows of each table. */
export const createTally = () => {
  const counts = new Map<string, number>();
  return {
    add(table: string, rows: number) {
      if (rows > 0) counts.set(table, (counts.get(table) ?? 0) + rows);
    },
    list: () => [...counts].map(([table, rows]) => ({ table, rows })),
  };
};
type Tally = ReturnType<typeof createTally>;

/**
 * With what readers wrote in their activities, which mails and messages repeat.
 * @throws AppError 400 at `path` for an unknown reader, and for one who is erased or restricted
 */
export const lockReaders = async (trx: Trx, ids: readonly number[], path: string): Promise<ReaderRow[]> => {
  const { rows } = await sql<ReaderRow>`
    SELECT r.id, EXISTS (SELECT FROM reader_restriction AS x WHERE x.reader_id = r.id) AS is_restricted, r.email, r.external_id, r.first_name, r.last_name, ARRAY[r.phone, r.address, r.linked_in] || ARRAY(
      SELECT d.specifics_text FROM engagement AS e
      JOIN engagement_detail AS d ON d.client_id = e.client_id AND d.engagement_id = e.id
      WHERE e.reader_id = r.id AND e.client_id IN ${clientsWithActivities} AND d.specifics_text IS NOT NULL) AS values
    FROM reader AS r WHERE r.id = ANY(${ids}::integer[]) ORDER BY r.id FOR UPDATE`.execute(trx);
  if (rows.length !== ids.length) throw invalidInput(path, unknownReadersMessage);
  // With another pseudonym, later imports would no longer find the reader.
  if (rows.some(({ first_name, last_name }) => isErasedName(first_name, last_name)))
    throw invalidInput(path, erasedReadersMessage);
  if (rows.some(({ is_restricted }) => is_restricted)) throw invalidInput(path, restrictedReadersMessage);
  return rows;
};

/**
 * The e-mails that only these readers have, each with a new address, and the number of those that others have, too. With clients,
 * others are those whom one of them knows.
 */
export const nameEmails = async (
  trx: Trx,
  readers: readonly ReaderRow[],
  { standIn, clientIds }: { readonly standIn: StandInName; readonly clientIds: ConcernedClients },
) => {
  const isKnown = clientIds
    ? sql`EXISTS (SELECT FROM unnest(${clientIds}::integer[]) AS c (id), ${hasActivity(sql`r.id`)})`
    : sql`true`;
  const all = [...new Set(readers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))];
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT lower(r.email) AS email FROM reader AS r
    WHERE lower(r.email) = ANY(${all}::text[]) AND r.id <> ALL(${readers.map(({ id }) => id)}::integer[]) AND ${isKnown}`.execute(
    trx,
  );
  const shared = new Set(rows.map(({ email }) => email));
  const emails: ReplacedEmail[] = all
    .filter((email) => !shared.has(email))
    .map((email) => ({
      email,
      pseudonym: `${chooseWord(standIn)}-${randomUUID().slice(0, 13)}@reader.invalid`,
    }));
  return { emails, sharedEmails: shared.size };
};

const nameReader = ({ id, first_name, last_name, values }: ReaderRow): NamedReader => ({
  id,
  firstName: first_name,
  lastName: last_name,
  values: values.filter((value) => value !== null),
});

/** What is replaced in one transaction. */
export interface Replacing {
  readonly trx: Trx;
  readonly readers: readonly ReaderRow[];
  readonly ids: readonly number[];
  /** Whose texts and lists change. */
  readonly clientIds: ConcernedClients;
  readonly emails: readonly ReplacedEmail[];
  readonly standIn: StandInName;
  readonly tally: Tally;
}

export const nameExternalId = (id: number, standIn: StandInName) => `${chooseWord(standIn)}-${id}`;

/** A reader whose address somebody else has, too, gets one that no row knows. */
export const findPseudonym = (
  { id, email }: ReaderRow,
  { emails, standIn }: Pick<Replacing, 'emails' | 'standIn'>,
): string | null => {
  if (email === null) return null;
  const own = emails.find((each) => each.email === email.toLowerCase());
  return own?.pseudonym ?? `${chooseWord(standIn)}-${id}@reader.invalid`;
};

/** Lists of people by e-mail, each row of one client. */
export const emailLists = ['webinar_registrant', 'event_registrant', 'newsletter_recipient'] as const;

/** In the columns that have nothing but an e-mail, and in the ids beside them. */
export const replaceExactEmails = async ({
  trx,
  emails,
  clientIds,
  tally,
}: Pick<Replacing, 'clientIds' | 'emails' | 'tally' | 'trx'>) => {
  for (const { email, pseudonym } of emails) {
    for (const table of emailLists) {
      const { numUpdatedRows } = await trx
        .updateTable(table)
        .set({ email: pseudonym, external_id: sql<string>`replace(external_id, ${email}, ${pseudonym})` })
        .where('email', '=', email)
        .$if(clientIds !== undefined, (query) => query.where('client_id', 'in', [...(clientIds ?? [])]))
        .executeTakeFirst();
      tally.add(table, Number(numUpdatedRows));
    }
    if (clientIds) {
      // Reviewers exclude an e-mail for all clients, so both are excluded.
      await sql`INSERT INTO excluded_email (email, decision_id)
        SELECT ${pseudonym}, decision_id FROM excluded_email WHERE email = ${email} ON CONFLICT DO NOTHING`.execute(
        trx,
      );
      continue;
    }
    // One decision may have excluded both: the pseudonym, and the e-mail of another reader who got it meanwhile.
    await sql`DELETE FROM excluded_email AS x USING excluded_email AS same
      WHERE x.email = ${email} AND same.email = ${pseudonym} AND same.decision_id = x.decision_id`.execute(
      trx,
    );
    const { numUpdatedRows } = await trx
      .updateTable('excluded_email')
      .set({ email: pseudonym })
      .where('email', '=', email)
      .executeTakeFirst();
    tally.add('excluded_email', Number(numUpdatedRows));
  }
};

export interface Place extends RegisteredColumn {
  /** Whether it has ids or links. */
  readonly isAddress?: boolean;
  /** Limits the rows. */
  readonly where?: RawBuilder<unknown>;
}

type Rewriting = Pick<Replacing, 'clientIds' | 'ids' | 'tally' | 'trx'>;

/** Rewrites each value of a column that has something of the readers. Returns the number of rows. */
export const rewriteColumn = async (
  { trx, ids, clientIds, tally }: Rewriting,
  { table, column, where = sql`true`, isAddress = false }: Place,
  rewriter: Rewriter,
): Promise<void> => {
  if (rewriter.finds === undefined) return;
  const value = sql.ref(column);
  const { rows } = await sql<{ at: string; is_json: boolean; text: string }>`
    SELECT ctid::text AS at, pg_typeof(${value})::text = 'jsonb' AS is_json, ${value}::text AS text
    FROM ${sql.table(table)} WHERE ${value}::text ~* ${rewriter.finds} AND ${where}
      AND ${isOfClients(table, clientIds)} FOR UPDATE`.execute(trx);
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

const attachmentRemoved = (standIn: StandInName) =>
  `A file was removed from this email because the personal data of a reader was ${chooseWord(standIn)}.`;

/** Files are made from rows and cannot be changed: those of mails about the readers go, and the mail says so. */
const removeFiles = async ({ trx, clientIds, tally, standIn }: Replacing, { finds }: Rewriter) => {
  if (finds === undefined) return;
  const removed = attachmentRemoved(standIn);
  const { rows } = await sql<{ mail_id: number }>`
    WITH removed AS (DELETE FROM outbox_attachment AS a USING outbox_mail AS m
      WHERE m.id = a.mail_id
        AND m.id IN (SELECT id FROM outbox_mail WHERE ${isOfClients('outbox_mail', clientIds)})
        AND (m.text_body ~* ${finds} OR m.html_body ~* ${finds} OR m.subject ~* ${finds} OR a.name ~* ${finds}) RETURNING a.mail_id)
    UPDATE outbox_mail AS m SET text_body = m.text_body || ${`\n\n${removed}`},
      html_body = replace(m.html_body, '</body>', ${`<p>${removed}</p></body>`})
    WHERE m.id IN (SELECT mail_id FROM removed) RETURNING m.id AS mail_id`.execute(trx);
  tally.add('outbox_attachment', rows.length);
};

/** In what is sent, or sent again, later. Returns what replaces the readers in a text that is about them. */
export const replaceInMessages = async (work: Replacing): Promise<Rewriter> => {
  const messages = messageRewriter(work.emails, work.readers.map(nameReader), work.standIn);
  await removeFiles(work, messages);
  for (const place of listRegistered('message'))
    if (place.table !== 'outbox_attachment') await rewriteColumn(work, place, messages);
  return messages;
};

interface Remembered {
  readonly kept: readonly KeptByErasure[];
  /** The pseudonyms end with the restriction of this reader. */
  readonly restrictedReaderId: number | null;
  /** Whose imports and uploads recognize the readers. */
  readonly clientIds: ConcernedClients;
}

/** So that imports and uploads recognize the readers. */
export const rememberIdentities = async (
  { trx, readers, emails, standIn }: Replacing,
  key: Uint8Array,
  { kept, restrictedReaderId, clientIds }: Remembered,
) => {
  const identities: { kind: IdentityKind; value: string; pseudonym: string }[] = [
    ...emails.map(({ email, pseudonym }) => ({ kind: 'email' as const, value: email, pseudonym })),
    ...readers.flatMap(({ id, external_id }) =>
      external_id === null
        ? []
        : [{ kind: 'external-id' as const, value: external_id, pseudonym: nameExternalId(id, standIn) }],
    ),
  ];
  for (const { kind, value, pseudonym } of identities) {
    const identity = {
      kind,
      hash: Buffer.from(hashIdentity(key, kind, value), 'hex'),
      pseudonym,
      kept: [...kept],
      key_print: printKey(key),
      restricted_reader_id: restrictedReaderId,
    };
    if (clientIds)
      await trx
        .insertInto('client_erased_identity')
        .values(clientIds.map((client_id) => ({ client_id, ...identity })))
        .onConflict((conflicting) => conflicting.columns(['client_id', 'kind', 'hash']).doNothing())
        .execute();
    else
      await trx
        .insertInto('erased_identity')
        .values(identity)
        .onConflict((conflicting) => conflicting.columns(['kind', 'hash']).doNothing())
        .execute();
  }
};
