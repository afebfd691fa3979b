import { isEmail } from '@readerlens/contract/vocabulary';
import { string } from 'yup';

/** The generic messages of forms. */
export const requiredMessage = (label = 'This field') => `${label} Is Required`;
export const emailMessage = 'Invalid Email Address';
export const rangeMessage = (label: string, min: number, max: number) =>
  `${label} must be between ${min} and ${max}.`;

/** yup: a text that must be given; blanks do not count. */
export const requiredText = (label?: string) => string().trim().required(requiredMessage(label));

/** yup: an e-mail address, by the same pattern as the server. */
export const emailText = (label = 'Email') =>
  requiredText(label).test('email', emailMessage, (value) => !value || isEmail(value));
