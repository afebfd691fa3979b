import type { SharePayload } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import { parseQualifiedId, parseTypedKey } from '../../activities/activity-key.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import { readNamedRows } from '../../activities/named-rows.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { MailAttachment, MailContent, MailRecipient } from '../../platform/mail/mail.ts';
import type { Services } from '../../people/services.ts';
import { formatFullName } from '../../people/person-name.ts';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import { cleanHtml } from '../../outputs/clean-html.ts';
import { maskedWords } from './masked-words.ts';
import type { ReportFiles } from './report-files.ts';
import { shareBody } from './share-mail.ts';

type Parts = Pick<Services, 'db' | 'audit' | 'outbox'> & { readonly files: ReportFiles };

/** An id without a type is a customer request. */
const parseKey = (id: string) => parseQualifiedId(id) ?? parseTypedKey('CustomerRequest', id);

const readShared = async ({ db }: Parts, id: string, { scope }: Session): Promise<ActivityRow> => {
  const key = parseKey(id);
  const [row] = await readNamedRows(db.kysely, key ? [key] : [], scope);
  if (!row) throw new Error('The activity was deleted in the meantime.');
  return row;
};

/** Takes the impersonated user while someone impersonates. */
const buildAuthor = ({ user }: Session) => ({ name: formatFullName(user), address: user.email });

export interface SharedMail extends Omit<MailContent, 'to'> {
  readonly author: NonNullable<MailContent['author']>;
  readonly attachments: readonly MailAttachment[];
  /** Of the activity. */
  readonly clientId: number;
  readonly qualifiedId: string;
}

/**
 * The mail, identical for all recipients. In Blinded Mode it does not identify the reader, not even in typed text.
 * @throws AppError 404 for an activity that does not exist or is not visible to the caller
 */
export const composeShare = async (
  parts: Parts,
  payload: SharePayload,
  session: Session,
): Promise<SharedMail> => {
  const row = await readShared(parts, payload.activityReportId, session);
  const view = activityView(row, session);
  const words = session.blinded
    ? maskedWords(activityView(row, { ...session, blinded: false }), view)
    : (text: string) => text;
  const attachments = await parts.files.of(row, payload, session);
  const author = buildAuthor(session);
  const letter = { body: cleanHtml(payload.body, { words }), view, author, attachments };
  return {
    author,
    attachments,
    clientId: row.clientId,
    qualifiedId: view.qualifiedId,
    subject: words(canonicalLine(payload.subject)),
    ...shareBody(letter),
  };
};

/** Queues the mail and writes the audit event in one transaction. */
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
    await outbox.queue({ ...mail, to, kind: 'share', sender: findActorId(session) }, trx);
  });
};
