import { useField } from 'formik';
import type { FieldInputProps } from 'formik';

/** A field of the surrounding <Formik>: spread it into a TextField. The error shows once the field was left. */
export const useFormikField = (name: string): FieldInputProps<string> & { error: string | undefined } => {
  const [input, meta] = useField<string>(name);
  return { ...input, error: meta.touched ? meta.error : undefined };
};
