export * from './messages.ts';
export { useFormikField } from './use-formik-field.ts';
