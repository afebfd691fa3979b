import type { Transaction } from 'kysely';
import { parseActivityId } from '../../activities/activity-key.ts';
import { buildKeyOrder, readOrder } from '../../activities/activity-order.ts';
import { readKeys } from '../../activities/key-list.ts';
import type { Services } from '../../people/services.ts';
import { findRefusal } from '../../sendings/webhooks/sources.ts';
import type { Schema } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { hasOpenRun } from '../../platform/jobs/index.ts';
import { deliverMailAgain } from '../../platform/mail/deliveries.ts';
import { mailKindName } from '../../platform/mail/mail-kind.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { noSuchConfig } from './report-access.ts';
import type { OwnedConfig } from './report-access.ts';
import { createReportLinks, buildReportMail } from './report-mail.ts';
import type { ReportMail } from './report-mail.ts';
import { runWhere } from './report-file.ts';
import { describeSource } from './report-webhook.ts';
import { lockConfig } from './report.store.ts';

/** The mail of a run in the delivery log. */
export interface LoggedMail {
  readonly id: string;
  readonly run_id: string;
  readonly item: string;
}

const findRun = ({ db }: Services, id: string) =>
  db.kysely.selectFrom('activity_report_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type Run = Awaited<ReturnType<typeof findRun>>;

/**
 * The mail, made with what the owner may see now, for the present contact.
 * @throws AppError 409 if the owner sees nothing of it
 */
const mailAgain = async (
  services: Services,
  run: Run,
  { config, owner }: OwnedConfig,
  { item }: LoggedMail,
): Promise<ReportMail> => {
  const where = runWhere(run.id, owner.scope, parseActivityId(item));
  const order = buildKeyOrder(readOrder(undefined, { blinded: false }));
  const keys = await readKeys(services.db.kysely, where, order, { size: run.total, offset: 0 });
  const { report_type, is_aggregated, includes_quality, time_zone, filters, indices } = run;
  const mail =
    keys.length > 0 &&
    (await buildReportMail(
      {
        ...services,
        reportLinks: createReportLinks(services.secrets),
        inLine: createOneAtATime(),
      },
      {
        runId: run.id,
        config: { ...config, report_type, is_aggregated, includes_quality, time_zone, filters, indices },
        owner,
        period: { from: run.period_from, to: run.period_to },
        keys,
        now: services.jobs.clock(),
      },
      item,
    ));
  if (!mail) throw conflict('The user of the report may no longer see the activities of this email.');
  return mail;
};

/**
 * Locks a mail that may be sent again. Returns the id of the mail in the outbox, if it is still there.
 * @throws AppError 409 if it was sent, or may still be
 */
const lockFailed = async (trx: Transaction<Schema>, { id }: LoggedMail): Promise<number | null> => {
  const { state, outbox_mail_id } = await trx
    .selectFrom('delivery')
    .select(['state', 'outbox_mail_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (state === 'sent') throw conflict('The email was sent.');
  const isOpen = outbox_mail_id !== null && (await hasOpenRun(trx, mailKindName, String(outbox_mail_id)));
  if (state === 'queued' || isOpen) throw conflict('The email is being sent.');
  return outbox_mail_id;
};

/**
 * Queues a mail that could not be delivered again, to the present contact of its report; with its audit entry.
 * @throws AppError 409 if it cannot be sent again, 429 if the contact gets, or the caller sends, too many mails
 */
export const resendMail = async (
  services: Services,
  delivery: LoggedMail,
  owned: OwnedConfig,
  sender: number,
  record: (trx: Transaction<Schema>) => Promise<void>,
): Promise<void> => {
  const { config, owner } = owned;
  const run = await findRun(services, delivery.run_id);
  const checkAllowed = (present: Parameters<typeof describeSource>[0] & { readonly client_id: number }) => {
    const addressed = { clientId: present.client_id, clientIds: run.client_ids };
    const refusal = findRefusal(describeSource(present), owner, addressed);
    if (refusal !== undefined) throw conflict(refusal);
  };
  checkAllowed(config);
  const mail = await mailAgain(services, run, owned, delivery);
  await services.db.transaction(async (trx) => {
    const locked = await lockConfig(trx, config.id);
    if (!locked) throw noSuchConfig();
    checkAllowed(locked);
    if (locked.version !== config.version) throw conflict('The report was changed meanwhile. Try again.');
    const mailId = await lockFailed(trx, delivery);
    const again = { ...mail, kind: 'reportAgain', sender, clientId: config.client_id } as const;
    await deliverMailAgain(services, trx, { id: delivery.id, runId: run.id, mailId }, again);
    await record(trx);
  });
};
