// What is written into the dialog, and whether it can be sent. The server checks the same again.
import { maxShareRecipients } from '@readerlens/contract/engagements';
import type { RecipientType } from '@readerlens/contract/engagements';
import { isEmail } from '@readerlens/contract/vocabulary';
import { emailMessage, requiredMessage } from '@readerlens/ui';

export interface RecipientRow {
  /** Tells the rows of a form apart. */
  readonly key: number;
  readonly type: RecipientType;
  readonly name: string;
  readonly email: string;
}

export interface ShareForm {
  readonly recipients: readonly RecipientRow[];
  readonly subject: string;
  /** HTML, as the editor has it; '' for nothing. */
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

/** One row more; at the limit nothing changes. */
export const withRecipient = (form: ShareForm): ShareForm => {
  if (!canAddRecipient(form)) return form;
  const key = Math.max(...form.recipients.map((row) => row.key), 0) + 1;
  return { ...form, recipients: [...form.recipients, { key, type: 'To', name: '', email: '' }] };
};

export const withoutRecipient = (form: ShareForm, key: number): ShareForm => ({
  ...form,
  recipients: form.recipients.filter((row) => row.key !== key),
});

export const withRow = (form: ShareForm, changed: RecipientRow): ShareForm => ({
  ...form,
  recipients: form.recipients.map((row) => (row.key === changed.key ? changed : row)),
});

export interface RowProblems {
  readonly name?: string;
  readonly email?: string;
}

export const rowProblems = ({ name, email }: RecipientRow): RowProblems => ({
  ...(name.trim() === '' ? { name: requiredMessage('Name') } : {}),
  ...(email.trim() === ''
    ? { email: requiredMessage('Email') }
    : isEmail(email.trim())
      ? {}
      : { email: emailMessage }),
});

export const subjectProblem = ({ subject }: ShareForm): string | undefined =>
  subject.trim() === '' ? requiredMessage('Subject') : undefined;

export const bodyProblem = ({ body }: ShareForm): string | undefined =>
  body.length > maxBodyLength ? 'The message is too long' : undefined;

export const isValid = (form: ShareForm): boolean =>
  form.recipients.length > 0 &&
  form.recipients.every((row) => Object.keys(rowProblems(row)).length === 0) &&
  subjectProblem(form) === undefined &&
  bodyProblem(form) === undefined;

const written = ({ recipients, subject, body }: ShareForm) =>
  JSON.stringify([recipients.map(({ name, email }) => [name, email]), subject, body]);

/** Whether closing would lose something that was typed. */
export const isWritten = (form: ShareForm, initial: ShareForm): boolean => written(form) !== written(initial);

/** What the server is sent. */
export const payloadOf = (activityReportId: string, form: ShareForm) => ({
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
