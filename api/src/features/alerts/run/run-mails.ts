// The mails of a run: made before the transaction that stores it, because files take time.
import type { Owner } from '../../../people/owner.ts';
import type { Services } from '../../../people/services.ts';
import type { LeasedRun } from '../../../platform/jobs/index.ts';
import type { MailAttachment, MailContent } from '../../../platform/mail/mail.ts';
import { xlsxMediaType } from '../../../platform/spreadsheet/index.ts';
import { fileColumns } from '../../../sendings/run-file.ts';
import { runMail } from './run-mail-content.ts';
import type { AlertRow, Recipient } from '../definition/alert.store.ts';
import { runContent, runFile, runFileName } from './run-file.ts';
import type { EvaluatedAlert, SlotResult } from './run-evaluation.ts';
import { totalMatched } from './run-views.ts';
import type { RunView } from './run-views.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export type MailParts = Pick<Services, 'db' | 'config' | 'exportSlots'> & {
  readonly unsubscribeLinks: UnsubscribeLinks;
};

/** A recipient with what they see of a run. */
export interface RunRecipient {
  readonly recipient: Recipient;
  readonly person: Owner;
  readonly view: RunView;
}

export interface MailedRun {
  readonly run: Pick<LeasedRun, 'id' | 'slotKey'>;
  readonly alert: AlertRow;
  readonly owner: Owner;
  readonly evaluated: EvaluatedAlert;
  readonly result: SlotResult;
  readonly recipients: readonly RunRecipient[];
}

/** Makes each file once: people of equal scope who may see the same columns get the same one. */
const createFiles = (parts: MailParts, { run, alert, owner, evaluated, result }: MailedRun) => {
  const made = new Map<string, Uint8Array>();
  const slot = run.slotKey;
  const read = { windows: result.plan.windows, selection: evaluated.selection };
  return async ({ person, view }: RunRecipient): Promise<MailAttachment> => {
    const columns = fileColumns(alert.export_columns, person.scope);
    const key = [view.index, ...columns.map(({ field }) => field)].join();
    const viewer = { user: owner.user, scope: person.scope, blinded: false };
    const content =
      made.get(key) ??
      (await runFile(parts, {
        content: runContent(evaluated.definition.rule, view, read),
        columns: alert.export_columns,
        viewer,
        slot,
      }));
    made.set(key, content);
    return { name: runFileName(alert.name, slot), mediaType: xlsxMediaType, content };
  };
};

/** The mails of a run by user: to those who see something of it and get mails. */
export const runMails = async (
  parts: MailParts,
  mailed: MailedRun,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, MailContent & { to: string }>> => {
  const { run, alert, evaluated, recipients } = mailed;
  const fileFor = createFiles(parts, mailed);
  const mails = new Map<number, MailContent & { to: string }>();
  for (const each of recipients) {
    const { recipient, person, view } = each;
    if (!recipient.isEmailSubscribed || totalMatched(view) === 0) continue;
    signal.throwIfAborted();
    const file = await fileFor(each);
    const mail = await runMail(parts, {
      alertName: alert.name,
      rule: evaluated.definition.rule,
      view,
      viewer: { scope: person.scope, blinded: false },
      path: `/notifications/dashboard/${alert.id}/${run.id}`,
      viewsNotifications: recipient.viewsNotifications,
      unsubscribeToken: parts.unsubscribeLinks.sign({ alertId: alert.id, userId: recipient.userId }),
      fileName: file.name,
    });
    mails.set(recipient.userId, { ...mail, to: recipient.email, attachments: [file] });
  }
  return mails;
};
