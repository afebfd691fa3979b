// The content of the share dialog and its validation. The server repeats all checks except the one for duplicate addresses.
import { emailMessage, requiredMessage } from '@readerlens/contract/messages';
import { maxShareRecipients } from '@readerlens/contract/sharing';
import type { RecipientType } from '@readerlens/contract/sharing';
import { isEmail } from '@readerlens/contract/vocabulary';
import type { Problems } from '@readerlens/ui';

export interface RecipientRow {
  /** Unique within the form. */
  readonly key: number;
  readonly type: RecipientType;
  readonly name: string;
  readonly email: string;
}

export interface ShareForm {
  readonly recipients: readonly RecipientRow[];
  readonly subject: string;
  /** HTML from the editor; '' when empty. */
  readonly body: string;
  readonly excel: boolean;
  readonly pdf: boolean;
}

export const maxSubjectLength = 200;
export const maxNameLength = 120;
/** In characters of HTML. */
export const maxBodyLength = 50_000;

export const emptyForm = (subject: string): ShareForm => ({
  recipients: [{ key: 0, type: 'To', name: '', email: '' }],
  subject: subject.slice(0, maxSubjectLength),
  body: '',
  excel: true,
  pdf: true,
});

export const canAddRecipient = ({ recipients }: ShareForm): boolean => recipients.length < maxShareRecipients;

/** Adds an empty row, up to the limit. */
export const withRecipient = (form: ShareForm): ShareForm => {
  if (!canAddRecipient(form)) return form;
  const key = Math.max(...form.recipients.map((row) => row.key), 0) + 1;
  return { ...form, recipients: [...form.recipients, { key, type: 'To', name: '', email: '' }] };
};

export const withRow = (form: ShareForm, changed: RecipientRow): ShareForm => ({
  ...form,
  recipients: form.recipients.map((row) => (row.key === changed.key ? changed : row)),
});

const addressIn = ({ email }: RecipientRow): string => email.trim().toLowerCase();

/** Whether an earlier row has the same address: its owner would get the mail twice. */
const isRepeated = (row: RecipientRow, { recipients }: ShareForm): boolean =>
  recipients.find((other) => addressIn(other) === addressIn(row))?.key !== row.key;

const emailProblem = (row: RecipientRow, form: ShareForm): string | undefined => {
  if (row.email.trim() === '') return requiredMessage('Email');
  if (!isEmail(row.email.trim())) return emailMessage;
  return isRepeated(row, form) ? 'This email is already a recipient' : undefined;
};

/** Messages by field: 'recipients.0.email'. */
export const findShareProblems = (form: ShareForm): Problems => ({
  ...Object.fromEntries(
    form.recipients.flatMap((row, index) => [
      [`recipients.${index}.name`, row.name.trim() === '' ? requiredMessage('Name') : undefined],
      [`recipients.${index}.email`, emailProblem(row, form)],
    ]),
  ),
  subject: form.subject.trim() === '' ? requiredMessage('Subject') : undefined,
  body: form.body.length > maxBodyLength ? 'The message is too long' : undefined,
});

const userInput = ({ recipients, subject, body }: ShareForm) =>
  JSON.stringify([recipients.map(({ name, email }) => [name, email]), subject, body]);

/** Whether closing would lose nothing that was typed. */
export const hasSameInput = (a: ShareForm, b: ShareForm): boolean => userInput(a) === userInput(b);

/** The request body. */
export const buildPayload = (activityReportId: string, form: ShareForm) => ({
  activityReportId,
  addresses: form.recipients.map(({ type, name, email }) => ({
    type,
    name: name.trim(),
    email: email.trim(),
  })),
  subject: form.subject.trim(),
  body: form.body,
  attachReportExcel: form.excel,
  attachReportPdf: form.pdf,
});
