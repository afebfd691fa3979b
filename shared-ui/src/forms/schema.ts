import { emailMessage, requiredMessage } from '@readerlens/contract/messages';
import { isEmail } from '@readerlens/contract/vocabulary';
import { ValidationError, string } from 'yup';
import type { Schema } from 'yup';

/** yup: a required text; blanks do not count. */
export const requiredText = (label?: string) => string().trim().required(requiredMessage(label));

/** yup: a required email address, with the same pattern as on the server. Blinded Mode hides parts of a stored one. */
export const emailText = (stored?: string) =>
  requiredText('Email').test('email', emailMessage, (value) => !value || value === stored || isEmail(value));

/** Messages by the path of a field: 'email', 'recipients.0.email'. The path '' is the form as a whole. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** 'recipients[0].email', '/recipients/0/email' and 'recipients.0.email' name the same field. */
export const splitPath = (path: string): string[] => path.split(/[/.[\]]+/).filter((part) => part !== '');

/** The first problem of each field. */
export const findProblems = (schema: Schema, values: unknown): Problems => {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!ValidationError.isError(error)) throw error;
    const problems: Record<string, string> = {};
    for (const { path = '', message } of error.inner) problems[splitPath(path).join('.')] ??= message;
    return problems;
  }
};
