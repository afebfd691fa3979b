import type { SharePayload } from '@readerlens/contract';
import { qualifiedKeyOf, typedKeyOf } from '../activities/activity-key.ts';
import type { ActivityRow } from '../activities/activity-rows.ts';
import { activityView } from '../activities/activity-view.ts';
import { readNamedRows } from '../activity-sheet/named-rows.ts';
import { auditedIdentities } from '../platform/audit.ts';
import type { Mail, MailAttachment, MailRecipient } from '../platform/mail/mail.ts';
import type { Services } from '../platform/services.ts';
import { nameOf } from '../platform/session.ts';
import type { Session } from '../platform/session.ts';
import { cleanHtml } from './clean-html.ts';
import { maskedWords } from './masked-words.ts';
import type { ReportFiles } from './report-files.ts';
import { shareHtml, shareText } from './share-mail.ts';

type Parts = Pick<Services, 'db' | 'audit' | 'outbox'> & { readonly files: ReportFiles };

/** A plain id is a customer request's. */
const keyOf = (id: string) => qualifiedKeyOf(id) ?? typedKeyOf('CustomerRequest', id);

const readShared = async ({ db }: Parts, id: string, { scope }: Session): Promise<ActivityRow> => {
  const key = keyOf(id);
  const [row] = await readNamedRows(db.kysely, key ? [key] : [], scope);
  if (!row) throw new Error('An activity that was found is there.');
  return row;
};

/** Whoever is acted as, when one acts as somebody. */
const authorOf = ({ user }: Session) => ({ name: nameOf(user), address: user.email });

export interface SharedMail extends Omit<Mail, 'to'> {
  readonly author: NonNullable<Mail['author']>;
  readonly attachments: readonly MailAttachment[];
  readonly qualifiedId: string;
}

/**
 * The mail as it is sent, whoever gets it. Blinded, it tells nobody who the reader is, whatever was typed.
 * @throws AppError 404 for an activity that is not there, or that the caller may not see
 */
export const composeShare = async (
  parts: Parts,
  payload: SharePayload,
  session: Session,
): Promise<SharedMail> => {
  const row = await readShared(parts, payload.activityReportId, session);
  const view = activityView(row, session);
  const words = session.blinded
    ? maskedWords(activityView(row, { blinded: false }), view)
    : (text: string) => text;
  const attachments = await parts.files.of(row, payload, session);
  const author = authorOf(session);
  const letter = { body: cleanHtml(payload.body, { words }), view, author, attachments };
  return {
    author,
    attachments,
    qualifiedId: view.qualifiedId,
    subject: words(payload.subject.trim()),
    html: shareHtml(letter),
    text: shareText(letter),
  };
};

/** Puts the mail into the outbox, and the fact that it was sent into the audit, both or neither. */
export const sendShare = async (
  { db, outbox, audit }: Parts,
  { qualifiedId, ...mail }: SharedMail,
  to: readonly MailRecipient[],
  session: Session,
): Promise<void> => {
  const detail = {
    activity: qualifiedId,
    recipients: to.length,
    to: to.map(({ type, address }) => ({ type, address })),
    attachments: mail.attachments.map(({ name }) => name),
    masked: session.blinded,
  };
  await db.transaction(async (trx) => {
    await audit.record({ action: 'activity.share', ...auditedIdentities(session), detail }, trx);
    await outbox.queue({ ...mail, to }, trx);
  });
};
