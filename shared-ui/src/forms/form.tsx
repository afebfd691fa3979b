import { getIn } from 'formik';
import { createContext, useContext, useEffect } from 'react';
import type { ChangeEvent, ComponentProps, FormEvent, ReactNode } from 'react';
import { confirm } from '../components/confirm.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { FormState, ShowProblems } from './use-form.ts';

const FormContext = createContext<FormState<object> | undefined>(undefined);

interface ProviderProps<Values extends object> {
  form: FormState<Values>;
  children: ReactNode;
}

/** For fields of a form that is sent by a button only, so that Enter does not save. Others are in a `Form`. */
export const FormProvider = <Values extends object>({ form, children }: ProviderProps<Values>) => (
  <FormContext value={form as unknown as FormState<object>}>{children}</FormContext>
);

/** The form around a field. */
export const useFormContext = <Values extends object>(): FormState<Values> => {
  const form = useContext(FormContext);
  if (!form) throw new Error('useFormContext is for fields of a form.');
  return form as unknown as FormState<Values>;
};

/** The problem to show at a field. The field is then the place for what the server refuses about it. */
export const useProblem = (field: string | undefined, when?: ShowProblems): string | undefined => {
  const { register, findProblem } = useFormContext();
  useEffect(() => (field === undefined ? undefined : register(field)), [register, field]);
  return field === undefined ? undefined : findProblem(field, when);
};

/** A field of the form around it, to spread into a TextField. */
export const useTextField = (field: string, when?: ShowProblems) => {
  const { values, changeField, touch } = useFormContext();
  const value: unknown = getIn(values, field);
  return {
    name: field,
    value: typeof value === 'string' ? value : '',
    error: useProblem(field, when),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      changeField(field, target.value),
    onBlur: () => touch(field),
  };
};

/** What is about the form as a whole. It takes the focus if no field has a problem. */
export const FormFailure = ({ actions }: { actions?: ReactNode }) => {
  const { messages } = useFormContext();
  if (messages.length === 0) return null;
  return (
    <Banner
      role="alert"
      tone="negative"
      shape="box"
      mb="5"
      tabIndex={-1}
      data-form-failure=""
      actions={actions}
    >
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Banner>
  );
};

const findButton = ({ nativeEvent }: FormEvent): string | undefined => {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value !== '' ? submitter.value : undefined;
};

interface FormProps<Values extends object>
  extends ProviderProps<Values>, Omit<ComponentProps<'form'>, 'children' | 'ref'> {
  /** Shows what is about the form as a whole; false where the page shows it elsewhere. */
  showsFailure?: boolean;
  /** Beside that. */
  failureActions?: ReactNode;
  /** Enter does not save. */
  readOnly?: boolean;
}

/** A <form> of the form kit, with what is about it as a whole above its fields. */
export const Form = <Values extends object>(props: FormProps<Values>) => {
  const { form, showsFailure = true, failureActions, readOnly = false, children, ...rest } = props;
  const { setElement } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!readOnly) form.submit(findButton(event));
  };
  return (
    <FormProvider form={form}>
      <form ref={setElement} noValidate {...rest} onSubmit={submit}>
        {showsFailure && <FormFailure actions={failureActions} />}
        {children}
      </form>
    </FormProvider>
  );
};

/** Asks before what was written in a dialog is lost. */
export const confirmDiscard = (what: string, message: string): Promise<boolean> =>
  confirm({
    title: `Discard this ${what}?`,
    message,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep writing',
    danger: true,
  });
