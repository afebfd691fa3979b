import { parseTypedDate } from '@readerlens/ui';
import { useFormik } from 'formik';
import { useMemo, useState } from 'react';
import type { FormEvent } from 'react';
import { criteriaOfDraft, toDraft, draftSchema } from './filter-draft.ts';
import type { FilterDraft } from './filter-draft.ts';
import { criteriaQuery } from './review-address.ts';
import { defaultCriteria } from './review-criteria.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import type { ReviewCriteria } from './review-criteria.ts';

interface Options {
  applied: ReviewCriteria;
  today: string;
  onApply: (criteria: ReviewCriteria) => void;
}

/**
 * Finds a date input that cannot be parsed: its text exists only in the input, and the draft still has the previous
 * date.
 */
const unparsedDate = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[placeholder="MM/DD/YYYY"]') ?? [])].find(
    ({ value }) => value.trim() !== '' && parseTypedDate(value) === undefined,
  );

/** The filter's draft: starts from the applied criteria, and restarts when they change elsewhere. */
export const useFilterForm = ({ applied, today, onApply }: Options) => {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [revision, setRevision] = useState(0);
  const initialValues = useMemo(() => toDraft(applied), [applied]);
  const validationSchema = useMemo(() => draftSchema(today), [today]);
  const formik = useFormik<FilterDraft>({
    initialValues,
    validationSchema,
    enableReinitialize: true,
    // Validating on blur could remove a message and thereby move the button that is being clicked.
    validateOnBlur: false,
    validateOnChange: false,
    onSubmit: (draft, { setSubmitting }) => {
      setSubmitting(false);
      onApply(criteriaOfDraft(draft, today));
    },
  });
  const { values, errors, submitCount, isSubmitting, setValues } = formik;
  const attempted = submitCount > 0;
  useFocusOnProblem(form, submitCount, attempted && !isSubmitting && Object.keys(errors).length > 0);
  return {
    setForm,
    draft: values,
    /** Changes whenever the draft is replaced, to discard the state of inputs. */
    revision,
    problems: attempted ? { from: errors.from, to: errors.to } : {},
    isModified: criteriaQuery(criteriaOfDraft(values, today), today) !== criteriaQuery(applied, today),
    change: (change: Partial<FilterDraft>) => void setValues((before) => ({ ...before, ...change })),
    /** Restores the applied criteria. */
    discard: () => {
      formik.resetForm();
      setRevision(revision + 1);
    },
    /** Restores the default criteria; not applied until submitted. */
    reset: () => {
      void setValues(toDraft(defaultCriteria(today)));
      setRevision(revision + 1);
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const unparsed = unparsedDate(form);
      if (unparsed) unparsed.focus();
      else formik.handleSubmit(event);
    },
  };
};

export type FilterForm = ReturnType<typeof useFilterForm>;
