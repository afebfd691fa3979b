import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PageChoice } from '@readerlens/contract/marketing-pages';
import type { Schema } from '../../../platform/db/index.ts';
import type { JobState } from '../../../platform/db/job-tables.ts';
import { parseUuid } from '../../../platform/http/ids.ts';

/** The kind of the schedules and runs of mails; the owner is the id of the mail. */
export const pageMailKindName = 'page-mail';

export type PageMailRow = Omit<Selectable<Schema['page_mail']>, 'choice'> & { readonly choice: PageChoice };

/** A mail with when it comes next, and how its last run has ended. */
export type PageMailState = PageMailRow & {
  readonly next_at: Date | null;
  readonly last_sent_at: Date | null;
  readonly run_state: JobState | null;
  readonly run_error: string | null;
  readonly is_undelivered: boolean | null;
};

export const findPageMail = (db: Kysely<Schema>, id: string): Promise<PageMailRow | undefined> => {
  const uuid = parseUuid(id);
  return uuid === undefined
    ? Promise.resolve(undefined)
    : db.selectFrom('page_mail').selectAll().where('id', '=', uuid).$castTo<PageMailRow>().executeTakeFirst();
};

/** Locks a mail of a person until the transaction ends. */
export const lockPageMail = (
  trx: Transaction<Schema>,
  { id, ownerId }: { readonly id: string; readonly ownerId: number },
): Promise<PageMailRow | undefined> => {
  const uuid = parseUuid(id);
  return uuid === undefined
    ? Promise.resolve(undefined)
    : trx
        .selectFrom('page_mail')
        .selectAll()
        .where('id', '=', uuid)
        .where('owner_id', '=', ownerId)
        .forUpdate()
        .$castTo<PageMailRow>()
        .executeTakeFirst();
};

/** The mails of a person, newest first; or one of them. */
export const listPageMails = async (
  { kysely }: { readonly kysely: Kysely<Schema> },
  ownerId: number,
  id?: string,
): Promise<PageMailState[]> => {
  const { rows } = await sql<PageMailState>`
    SELECT mail.*, schedule.next_slot_at AS next_at, last.state AS run_state, last.error AS run_error,
      last.is_undelivered, sent.at AS last_sent_at
    FROM page_mail AS mail
    LEFT JOIN schedule
      ON schedule.kind = ${pageMailKindName} AND schedule.owner_id = mail.id::text AND schedule.is_active
    LEFT JOIN LATERAL (
      SELECT run.state, run.error,
        EXISTS (SELECT FROM delivery WHERE run_id = run.id AND delivery.state = 'failed') AS is_undelivered
      FROM job_run AS run
      WHERE run.kind = ${pageMailKindName} AND run.owner_id = mail.id::text
        AND run.state IN ('done', 'failed', 'skipped')
      ORDER BY run.slot_at DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (
      SELECT max(delivery.sent_at) AS at FROM job_run AS run JOIN delivery ON delivery.run_id = run.id
      WHERE run.kind = ${pageMailKindName} AND run.owner_id = mail.id::text) AS sent ON true
    WHERE mail.owner_id = ${ownerId} AND ${id === undefined ? sql`true` : sql`mail.id = ${id}::uuid`}
    ORDER BY mail.created_at DESC, mail.id`.execute(kysely);
  return rows;
};
