import type { CallData, Calls } from '@readerlens/contract';
import { shownTexts } from '../../../people/blinding/written-texts.ts';
import { findCostClient } from '../../../people/client-costs.ts';
import { findActorId } from '../../../people/session.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { xlsxMediaType } from '../../../platform/spreadsheet/index.ts';
import { managedAlert } from '../definition/alert-access.ts';
import { runMail, createUnsubscribeLinks } from './run-mail.ts';
import { evaluateSlots, readTested } from './back-test.ts';
import type { EvaluatedSlot } from './back-test.ts';
import { runContent, runFile, runFileName } from './run-file.ts';
import { ownView, totalMatched } from './run-evaluation.ts';
import type { RunView } from './run-evaluation.ts';

interface Preview {
  readonly mail: Omit<MailContent, 'to'>;
  readonly runOn: string;
  readonly matched: number;
  readonly fileName: string | undefined;
  readonly makeFile: () => Promise<Uint8Array>;
}

/**
 * Composes the mail of the last run that would have had a match within the caller's scope, else of the latest one: the back
 * test shows the same.
 */
const createPreview = async (services: Services, id: string, session: Session): Promise<Preview> => {
  const known = await managedAlert(services, id, session);
  const { alert, recipients } = known;
  const tested = await readTested(services, known, session);
  const { rule, selection } = tested;
  let found: (EvaluatedSlot & { readonly view: RunView }) | undefined;
  for await (const each of evaluateSlots(services, known, tested)) {
    const view = ownView(session.scope, each.evaluation, each.evaluation.activities);
    if (!found || totalMatched(view) > 0 || totalMatched(found.view) === 0) found = { ...each, view };
  }
  if (!found) throw new Error('The schedule has no slots.');
  const { slot, evaluation, view } = found;
  const { name: alertName } = shownTexts('Alert', alert.id, alert, session);
  const fileName = totalMatched(view) > 0 ? runFileName(alertName, slot.key) : undefined;
  const isRecipient = recipients.some(({ userId }) => userId === session.user.id);
  const links = createUnsubscribeLinks(services.secrets);
  const mail = await runMail(services, {
    alertName,
    rule,
    watched: alert,
    view,
    viewer: session,
    path: '/notifications/dashboard',
    viewsNotifications: session.claims.includes('viewNotifications'),
    ...(isRecipient ? { unsubscribeToken: links.sign({ alertId: id, userId: session.user.id }) } : {}),
    ...(fileName === undefined ? {} : { fileName }),
  });
  const content = runContent(rule, view, { windows: evaluation.plan.windows, selection });
  const file = { content, columns: alert.export_columns, viewer: session, slot: slot.key };
  const runOn = slot.at.toISOString();
  return { mail, runOn, matched: totalMatched(view), fileName, makeFile: () => runFile(services, file) };
};

/** @throws AppError as `managedAlert`, and 409 before filters and behavior are stored */
export const previewMail = async (
  services: Services,
  id: string,
  session: Session,
): Promise<CallData<Calls['GET /api/notification-mail/{id}/preview']>> => {
  const { mail, runOn, matched } = await createPreview(services, id, session);
  const { subject, html, text } = mail;
  return { subject, html, text, runOn, totalMatched: matched };
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
    clientId: findCostClient(session),
    subject: `Test: ${mail.subject}`,
    to,
    attachments,
  });
  return { sentTo: to };
};
