// Shows what a configuration would send now, and what a run has sent, as a person may see it.
import { countText } from '@readerlens/contract/numbers';
import type { ActivityReportConfigInput, CallData, Calls, DeliveryContent } from '@readerlens/contract';
import { reportTypeNames, reportTypes } from '@readerlens/contract/activity-reports';
import { reportMessageGoneMessage } from '@readerlens/contract/activity-reports/messages';
import { answerWith } from '../../activities/searches/filter-input.ts';
import { narrowTo } from '../../activities/select-stored.ts';
import { readOrder, buildKeyOrder } from '../../activities/activity-order.ts';
import { parseActivityId } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { countActivities, readKeys } from '../../activities/key-list.ts';
import type { Owner } from '../../people/owner.ts';
import type { Session, Viewer } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { maxMailRows } from '../../platform/mail/letter.ts';
import type { MailContent } from '../../platform/mail/mail.ts';
import { readActivitySummary } from '../../sendings/activity-summary.ts';
import { writeReceivedBody } from '../../sendings/chat/write-chat-message.ts';
import { givenWhere } from '../../sendings/run-file.ts';
import { seesAll } from '../../sendings/webhooks/sources.ts';
import { findDelivery } from './delivery-log.ts';
import type { FoundDelivery } from './delivery-log.ts';
import { readReportChange } from './report-change.ts';
import type { ComparedReport } from './report-change.ts';
import { configFor, runFor } from './report-access.ts';
import type { ReportRunRow } from './report-access.ts';
import { createReportConfigs } from './report-configs.ts';
import type { PreviewedConfig } from './report-configs.ts';
import { individualLetter, isOneByOne, listLetter, letterContext, mailCount } from './report-mail.ts';
import { countFileRows, reportFileName, runWhere, sheetFileName } from './report-file.ts';
import {
  readSelectionContext,
  selectionProblem,
  readReportKeys,
  reportPeriod,
  reportSelection,
} from './report-selection.ts';
import type { ReportPeriod } from './report-selection.ts';
import { messageCount, reportMessage } from './report-webhook.ts';

type Shown = Omit<MailContent, 'to'>;

interface Letter {
  readonly layout: Pick<ReportRunRow, 'report_type' | 'is_aggregated' | 'includes_quality' | 'time_zone'>;
  readonly owner: Owner;
  /** Whose last report its numbers are compared with. */
  readonly compared: ComparedReport;
  readonly period: ReportPeriod;
  readonly total: number;
  /** The first ones, newest first. */
  readonly keys: readonly ActivityKey[];
  /** Selects all of them that the viewer may see. */
  readonly where: Condition;
  /** Page that the button leads to, instead of the file. */
  readonly path: string;
  /** Of a run that starts now: when, and whether its file is attached. */
  readonly next?: { readonly now: Date; readonly isAttached: boolean };
}

interface ShownLetter {
  readonly mail: Shown;
  readonly fileName: string | null;
}

/** The first mail about activities, as the viewer may see them. */
const firstLetter = async (services: Services, letter: Letter, viewer: Viewer): Promise<ShownLetter> => {
  const { layout, owner, period, total, keys, where, path, next } = letter;
  const link = `${services.config.publicUrl}${path}`;
  const rows = await readActivities(services.db.kysely, keys.slice(0, maxMailRows));
  const views = rows.map((row) => activityView(row, viewer));
  const [first] = views;
  const single = first && isOneByOne(reportTypeNames[layout.report_type], total) ? first : undefined;
  const fileName = next ? (single ? sheetFileName(single) : reportFileName({ run_at: next.now })) : null;
  const attached = next?.isAttached === true && fileName !== null ? fileName : undefined;
  const context = letterContext(services, { config: layout, owner }, link, attached);
  if (single) return { mail: individualLetter(single, context), fileName };
  const [summary, change, fileRows] = await Promise.all([
    readActivitySummary(services.db.kysely, where, viewer),
    readReportChange(services, letter.compared, { period, where }, viewer.scope),
    countFileRows(services, layout, where),
  ]);
  const report = { total, period, timeZone: layout.time_zone, summary, change, fileRows };
  return { mail: listLetter(views, report, context), fileName };
};

const shownMail = ({ subject, html, text }: Shown) => ({ subject, html, text });

/** Computes what the viewer may see of the next run of a configuration, if it started now. */
const nextRun = async (
  services: Services,
  { config, owner }: PreviewedConfig,
  { blinded, scope }: Session,
) => {
  const now = services.jobs.clock();
  const context = await readSelectionContext(services, [config], now);
  const selected = reportSelection(config, owner.scope, context);
  if (!selected.ok) throw conflict(selectionProblem(selected, { blinded }));
  const period = reportPeriod(config, now) ?? { from: now, to: now };
  const selection = narrowTo(scope, selected.selection);
  const keys = await readReportKeys(services.db.kysely, config, { selection, to: now });
  return { period, keys, now };
};

/** Names a configuration, or something that is not stored yet. */
export interface PreviewRequest {
  /** Missing for a new configuration. */
  readonly id?: string;
  /** What the form has; missing for what is stored. */
  readonly draft?: ActivityReportConfigInput | undefined;
}

const findPreviewed = async (
  services: Services,
  { id = '', draft }: PreviewRequest,
  session: Session,
): Promise<PreviewedConfig> => {
  if (draft) return createReportConfigs(services).draft(id === '' ? undefined : id, draft, session);
  return { ...(await configFor(services, id, session, 'view')), dropped: [] };
};

type Preview = CallData<Calls['POST /api/activity-report-config/{id}/preview']>;

/**
 * What the next run would send, as far as the caller may see it. Stores and sends nothing.
 * @throws AppError as `configFor`, of a draft as saving it, and 409 if the filters may no longer be used
 */
export const previewReport = async (
  services: Services,
  request: PreviewRequest,
  session: Session,
): Promise<Preview> => {
  const previewed = await findPreviewed(services, request, session);
  const { config, owner, dropped } = previewed;
  const { period, keys, now } = await nextRun(services, previewed, session);
  const isWebhook = config.report_type === reportTypes.Webhook;
  const total = keys.length;
  const shared = {
    startDate: period.from.toISOString(),
    endDate: period.to.toISOString(),
    recordsCount: total,
  };
  if (isWebhook) {
    const message = await reportMessage(services.db.kysely, keys, 1, {
      reportId: null,
      configId: config.id,
      period,
      includesQuality: config.includes_quality,
      viewer: session,
      now,
    });
    const { channel_kind: kind } = config;
    const payload = writeReceivedBody(kind, message.body, services.config.publicUrl);
    const mails = kind === null ? messageCount(total) : Math.min(total, 1);
    return answerWith({ ...shared, mails, mail: null, fileName: null, attached: false, payload }, dropped);
  }
  const { mail, fileName } = await firstLetter(
    services,
    {
      layout: config,
      owner,
      compared: { ...config, config_id: config.id },
      period,
      total,
      keys,
      where: givenWhere(keys, session.scope),
      path: ['/dissemination-contact', config.owner_id, ...(config.id === null ? [] : [config.id])].join('/'),
      next: { now, isAttached: config.has_attachment },
    },
    session,
  );
  return answerWith(
    {
      ...shared,
      mails: mailCount(config, total),
      mail: shownMail(mail),
      fileName,
      attached: config.has_attachment,
      payload: null,
    },
    dropped,
  );
};

/** The body as it was sent: it cannot be masked. */
const webhookContent = async (
  services: Services,
  id: string,
  { scope, blinded }: Session,
): Promise<DeliveryContent> => {
  if (blinded) throw conflict('A webhook message cannot be shown in Blinded Mode.');
  const message = await services.db.kysely
    .selectFrom('webhook_message as message')
    .leftJoin('chat_channel as channel', 'channel.id', 'message.channel_id')
    .select(['message.body', 'message.items', 'message.client_ids', 'channel.kind'])
    .where('delivery_id', '=', id)
    .executeTakeFirst();
  if (!message) throw notFound(reportMessageGoneMessage);
  if (!seesAll(scope, message.client_ids))
    throw conflict('This message contains activities of clients that you may not see.');
  const body = writeReceivedBody(message.kind, message.body, services.config.publicUrl);
  const text = JSON.stringify(JSON.parse(body), null, 2);
  return { subject: countText(message.items, 'activity', 'activities'), html: null, text };
};

/** Composes the mail again for the viewer: sent mails are not stored. */
const mailContent = async (
  services: Services,
  { run_id, config_id, item }: FoundDelivery,
  session: Session,
): Promise<DeliveryContent> => {
  const { run, owner } = await runFor(services, config_id, run_id, session);
  const where = runWhere(run.id, session.scope, parseActivityId(item));
  const order = buildKeyOrder(readOrder(undefined, { blinded: session.blinded }));
  const { kysely } = services.db;
  const [total, keys] = await Promise.all([
    countActivities(kysely, where),
    readKeys(kysely, where, order, { size: maxMailRows, offset: 0 }),
  ]);
  if (total === 0) throw notFound('You may no longer see the activities of this email.');
  const { mail } = await firstLetter(
    services,
    {
      layout: run,
      owner,
      compared: run,
      period: { from: run.period_from, to: run.period_to },
      total,
      keys,
      where,
      path: `/dissemination-contact/dashboard/${run.config_id}/${run.id}`,
    },
    session,
  );
  return shownMail(mail);
};

/** @throws AppError as `runFor`; 404 for a message that is not stored any more, 409 for one that may not be shown */
export const deliveryContent = async (
  services: Services,
  id: string,
  session: Session,
): Promise<DeliveryContent> => {
  const delivery = await findDelivery(services, id);
  await runFor(services, delivery.config_id, delivery.run_id, session);
  return delivery.channel === 'webhook'
    ? webhookContent(services, delivery.id, session)
    : mailContent(services, delivery, session);
};
