import type { CallData, Calls } from '@readerlens/contract';
import { shownTexts } from '../../../people/blinding/written-texts.ts';
import { findActorId } from '../../../people/session.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { cutOff } from '../../../platform/jobs/index.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { xlsxMediaType } from '../../../platform/spreadsheet/index.ts';
import { managedAlert } from '../definition/alert-access.ts';
import { readSchedule, buildSlotRule } from '../definition/alert-definition.ts';
import { readFacts } from './alert-facts.ts';
import { runMail, createUnsubscribeLinks } from './run-mail.ts';
import { lastSlots, readTested } from './back-test.ts';
import { evaluate, planSlot } from '../rules/alert-types.ts';
import { runContent, runFile, runFileName } from './run-file.ts';
import { ownView, totalMatched } from './run-evaluation.ts';

interface Preview {
  readonly mail: Omit<MailContent, 'to'>;
  readonly fileName: string | undefined;
  readonly makeFile: () => Promise<Uint8Array>;
}

/** Composes the mail of the latest slot, as if the alert had been active since the one before, within the caller's scope. */
const createPreview = async (services: Services, id: string, session: Session): Promise<Preview> => {
  const known = await managedAlert(services, id, session);
  const { alert, recipients } = known;
  const { rule, selection } = await readTested(services, known, session);
  const { time_zone: timeZone } = alert;
  const now = services.jobs.clock();
  const [before, latest] = lastSlots(buildSlotRule(readSchedule(alert)), timeZone, now, 2);
  if (!before || !latest) throw new Error('The schedule has no slots.');
  const since = cutOff(before.key, timeZone);
  const plan = planSlot({ rule, timeZone, version: 1, since }, latest.key, null);
  const evaluation = evaluate(plan, await readFacts(services.db, selection, plan));
  const view = ownView(session.scope, evaluation, evaluation.activities);
  const { name: alertName } = shownTexts('Alert', alert.id, alert, session);
  const fileName = totalMatched(view) > 0 ? runFileName(alertName, latest.key) : undefined;
  const isRecipient = recipients.some(({ userId }) => userId === session.user.id);
  const links = createUnsubscribeLinks(services.secrets);
  const mail = await runMail(services, {
    alertName,
    rule,
    view,
    viewer: session,
    path: '/notifications/dashboard',
    viewsNotifications: session.claims.includes('viewNotifications'),
    ...(isRecipient ? { unsubscribeToken: links.sign({ alertId: id, userId: session.user.id }) } : {}),
    ...(fileName === undefined ? {} : { fileName }),
  });
  const content = runContent(rule, view, { windows: plan.windows, selection });
  const file = { content, columns: alert.export_columns, viewer: session, slot: latest.key };
  return { mail, fileName, makeFile: () => runFile(services, file) };
};

/** @throws AppError as `managedAlert`, and 409 before filters and behavior are stored */
export const previewMail = async (
  services: Services,
  id: string,
  session: Session,
): Promise<CallData<Calls['GET /api/notification-mail/{id}/preview']>> => {
  const { subject, html, text } = (await createPreview(services, id, session)).mail;
  return { subject, html, text };
};

/** Sends the mail of the preview, with its file, to the caller. */
export const sendTestMail = async (
  services: Services,
  id: string,
  session: Session,
): Promise<CallData<Calls['POST /api/notification-mail/{id}/test']>> => {
  const { mail, fileName, makeFile } = await createPreview(services, id, session);
  const attachments =
    fileName === undefined ? [] : [{ name: fileName, mediaType: xlsxMediaType, content: await makeFile() }];
  const to = session.user.email;
  await services.outbox.queue({
    ...mail,
    kind: 'alertTest',
    sender: findActorId(session),
    subject: `Test: ${mail.subject}`,
    to,
    attachments,
  });
  return { sentTo: to };
};
