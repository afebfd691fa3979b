export {
  Form,
  FormFailure,
  FormProvider,
  confirmDiscard,
  useFormContext,
  useProblem,
  useTextField,
} from './form.tsx';
export { FormButtons } from './form-buttons.tsx';
export { emailText, requiredText } from './schema.ts';
export type { Problems } from './schema.ts';
export { useForm } from './use-form.ts';
export type { FormOptions, FormState, ShowProblems } from './use-form.ts';
