// Validates mails to share. Errors are 400 and contain the path.
import type { SharePayload } from '@readerlens/contract';
import { emailMessage, requiredMessage } from '@readerlens/contract/messages';
import { maxShareRecipients } from '@readerlens/contract/sharing';
import { canonicalLine } from '@readerlens/contract/text';
import { isEmail, lineProblem } from '@readerlens/contract/vocabulary';
import { invalidInput } from '../../platform/http/errors.ts';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import type { MailRecipient } from '../../platform/mail/mail.ts';

type Address = SharePayload['addresses'][number];

const findProblem = ({ name, email }: Address, at: string): ErrorDetail | undefined => {
  const message = lineProblem(name, { label: 'Name', required: requiredMessage('Name') });
  if (message !== undefined) return { path: `${at}.name`, message };
  if (email.trim() === '') return { path: `${at}.email`, message: 'Email Is Required' };
  return isEmail(email.trim()) ? undefined : { path: `${at}.email`, message: emailMessage };
};

const asRecipient = (type: MailRecipient['type'], { name, email }: Address): MailRecipient => ({
  type,
  name: canonicalLine(name),
  address: email.trim(),
});

/** Lists the recipients of the mail. From is ignored: the server writes its own. */
const listRecipients = (addresses: readonly Address[]): MailRecipient[] => {
  const recipients = addresses.flatMap((address, index) => {
    const { type } = address;
    if (type === 'From') return [];
    const problem = findProblem(address, `addresses.${index}`);
    if (problem) throw invalidInput(problem.path, problem.message);
    return [asRecipient(type, address)];
  });
  if (recipients.length === 0) throw invalidInput('addresses', 'At least one recipient is required');
  if (recipients.length > maxShareRecipients)
    throw invalidInput('addresses', `A report can be shared with at most ${maxShareRecipients} recipients`);
  return recipients;
};

const checkSubject = (subject: string): void => {
  const message = lineProblem(subject, { label: 'Subject', required: 'Subject Is Required' });
  if (message !== undefined) throw invalidInput('subject', message);
};

/**
 * Checks a mail, to send it as well as to preview it, and returns its recipients.
 * @throws AppError 400 for an invalid recipient, for more than 20, for none, and for a subject that is blank or has
 * several lines
 */
export const checkedRecipients = ({ addresses, subject }: SharePayload): MailRecipient[] => {
  const recipients = listRecipients(addresses);
  checkSubject(subject);
  return recipients;
};
