// Reports for benchmarks.
import { sql } from 'kysely';
import { maxIndividualMails, reportTypes } from '@readerlens/contract/activity-reports';
import { countedStatusCodes } from '../../activities/codes.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { scopeOfUser } from '../../people/owner.ts';
import type { Services } from '../../people/services.ts';
import type { Database } from '../../platform/db/index.ts';
import { cutOff, saveSchedule } from '../../platform/jobs/index.ts';
import { daysAfter, secondsAfter } from '../../platform/time.ts';
import { readReportKeys, readSelectionContext, reportSelection } from './report-selection.ts';
import { findConfig, reportKindName } from './report.store.ts';

export interface ManyReports {
  readonly count: number;
  readonly ownerId: number;
  readonly clientIds: readonly number[];
  /** Shortly after the slot that is due. */
  readonly now: Date;
}

/** The time from which a client has as many activities, until the end of a day, as an individual report mails. */
const findPeriodStart = async ({ kysely }: Database, clientId: number, end: Date): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT available_at AS at FROM engagement
    WHERE client_id = ${clientId}::integer AND available_at < ${end} AND status = ANY(${countedStatusCodes}::smallint[])
    ORDER BY available_at DESC LIMIT ${maxIndividualMails + 1}::integer`.execute(kysely);
  const [first, next] = rows.slice(maxIndividualMails - 1);
  if (!first) throw new Error(`The client ${clientId} has too few activities.`);
  // Of activities of the same time, none may be one too many.
  return next?.at.getTime() === first.at.getTime() ? secondsAfter(first.at, 1) : first.at;
};

/** Adds individual reports whose slot is due, each about the latest activities of a client. Returns their ids. */
export const addManyReports = async (db: Database, options: ManyReports): Promise<string[]> => {
  const { count, ownerId, clientIds, now } = options;
  const end = cutOff(now.toISOString().slice(0, 10), 'UTC');
  const starts = new Map<number, Date>();
  for (const clientId of clientIds) starts.set(clientId, await findPeriodStart(db, clientId, end));
  return db.transaction(async (trx) => {
    const added: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const clientId = clientIds[index % clientIds.length] ?? 0;
      const { id } = await trx
        .insertInto('activity_report_config')
        .values({
          owner_id: ownerId,
          client_id: clientId,
          email: `contact${index}@partners.example`,
          first_name: 'Contact',
          last_name: String(index),
          report_type: reportTypes.Individual,
          send_days: ['M'],
          time_zone: 'UTC',
          available_from: starts.get(clientId) ?? end,
          created_at: end,
          created_by: ownerId,
          updated_at: end,
          updated_by: ownerId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rule = { every: 'day', at: '06:00' } as const;
      const schedule = { kind: reportKindName, ownerId: id, clientId, rule, timeZone: 'UTC' };
      await saveSchedule(trx, schedule, now, daysAfter(now, -1));
      added.push(id);
    }
    return added;
  });
};

/** Deletes all reports with their runs and mails. */
export const deleteReports = async ({ kysely }: Database): Promise<void> => {
  await sql`DELETE FROM schedule WHERE kind = ${reportKindName}`.execute(kysely);
  await sql`DELETE FROM job_run WHERE kind IN (${reportKindName}, 'mail')`.execute(kysely);
  await sql`TRUNCATE activity_report_config CASCADE`.execute(kysely);
  await sql`TRUNCATE outbox_mail CASCADE`.execute(kysely);
};

/** Reads the activities of reports one after another. Returns their number. */
export const readReports = async (
  parts: Pick<Services, 'db' | 'users' | 'catalogue'>,
  ids: readonly string[],
  now: Date,
): Promise<number> => {
  const { kysely } = parts.db;
  const to = cutOff(now.toISOString().slice(0, 10), 'UTC');
  let found = 0;
  for (const id of ids) {
    const config = await findConfig(kysely, id);
    if (!config) throw new Error('The report was deleted.');
    const owner = await scopeOfUser(config.owner_id, parts);
    const selected =
      owner && reportSelection(config, owner.scope, await readSelectionContext(parts, [config], now));
    if (!selected?.ok) throw new Error('The report is refused.');
    const keys = await readReportKeys(kysely, config, { selection: selected.selection, to });
    found += (await readActivities(kysely, keys)).length;
  }
  return found;
};

/** Hands the queued mails over again, without the reports. Returns their number. */
export const handOverAgain = async ({ db, outbox }: Pick<Services, 'db' | 'outbox'>) => {
  const { kysely } = db;
  const rows = await kysely
    .selectFrom('outbox_mail')
    .select(['to_address', 'subject', 'text_body', 'html_body'])
    .orderBy('id')
    .execute();
  await sql`DELETE FROM job_run WHERE kind = 'mail'`.execute(kysely);
  await sql`DELETE FROM delivery`.execute(kysely);
  await sql`DELETE FROM outbox_mail`.execute(kysely);
  await sql`DELETE FROM mail_count`.execute(kysely);
  const mails = rows.map(({ to_address, subject, text_body, html_body }, index) => ({
    kind: 'report' as const,
    sender: null,
    clientId: null,
    to: to_address,
    subject,
    text: text_body,
    html: html_body ?? '',
    uniqueKey: `again ${index}`,
  }));
  return async (): Promise<number> => {
    for (let from = 0; from < mails.length; from += maxIndividualMails)
      await db.transaction((trx) => outbox.queueAll(mails.slice(from, from + maxIndividualMails), trx));
    return mails.length;
  };
};
