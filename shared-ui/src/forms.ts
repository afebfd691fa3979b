import { isEmail } from '@readerlens/contract/vocabulary';
import { useField } from 'formik';
import type { FieldInputProps } from 'formik';
import { useEffect, useRef } from 'react';
import { string } from 'yup';

/** The generic messages of forms. */
export const requiredMessage = (label = 'This field') => `${label} Is Required`;
export const emailMessage = 'Invalid Email Address';

/** yup: a required text; blanks do not count. */
export const requiredText = (label?: string) => string().trim().required(requiredMessage(label));

/** yup: a required email address, with the same pattern as on the server. Blinded Mode hides parts of a stored one. */
export const emailText = (stored?: string) =>
  requiredText('Email').test('email', emailMessage, (value) => !value || value === stored || isEmail(value));

/** A field of the surrounding <Formik>, to spread into a TextField. Its error shows once the user has left it. */
export const useFormikField = (name: string): FieldInputProps<string> & { error: string | undefined } => {
  const [input, meta] = useField<string>(name);
  return { ...input, error: meta.touched ? meta.error : undefined };
};

/** After a failed attempt to submit, the first invalid field of the form gets the focus. */
export const useFocusOnProblem = (form: HTMLFormElement | null, attempts: number, failed: boolean): void => {
  const handledAttempt = useRef(0);
  useEffect(() => {
    if (!failed || handledAttempt.current === attempts) return;
    handledAttempt.current = attempts;
    form?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select)')?.focus();
  }, [form, attempts, failed]);
};
