import { parseTypedDate } from '@readerlens/ui';
import { useFormik } from 'formik';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { criteriaOfDraft, draftOf, draftRules } from './filter-draft.ts';
import type { FilterDraft } from './filter-draft.ts';
import { criteriaText } from './review-address.ts';
import { defaultCriteria } from './review-criteria.ts';
import type { ReviewCriteria } from './review-criteria.ts';

interface Options {
  applied: ReviewCriteria;
  today: string;
  onApply: (criteria: ReviewCriteria) => void;
}

const firstProblem = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, select)') ?? undefined;

/** A date that could not be read is in its input only: the draft still has the day before it. */
const unreadDate = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[placeholder="MM/DD/YYYY"]') ?? [])].find(
    ({ value }) => value.trim() !== '' && parseTypedDate(value) === undefined,
  );

/** After a refused attempt the focus goes to the first field that is wrong. */
const useFocusOnProblem = (form: HTMLFormElement | null, attempts: number, refused: boolean) => {
  const told = useRef(0);
  useEffect(() => {
    if (!refused || told.current === attempts) return;
    told.current = attempts;
    firstProblem(form)?.focus();
  }, [form, attempts, refused]);
};

/** The filter's draft: begins as what is applied, and again whenever that changes elsewhere. */
export const useFilterForm = ({ applied, today, onApply }: Options) => {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [revision, setRevision] = useState(0);
  const initialValues = useMemo(() => draftOf(applied), [applied]);
  const validationSchema = useMemo(() => draftRules(today), [today]);
  const formik = useFormik<FilterDraft>({
    initialValues,
    validationSchema,
    enableReinitialize: true,
    // A message that went when its field is left would move the button that is being clicked.
    validateOnBlur: false,
    validateOnChange: false,
    onSubmit: (draft, { setSubmitting }) => {
      setSubmitting(false);
      onApply(criteriaOfDraft(draft, today));
    },
  });
  const { values, errors, submitCount, isSubmitting, setValues } = formik;
  const tried = submitCount > 0;
  useFocusOnProblem(form, submitCount, tried && !isSubmitting && Object.keys(errors).length > 0);
  return {
    setForm,
    draft: values,
    /** Changes with every draft that is put in place of one: what inputs hold of their own goes with it. */
    revision,
    problems: tried ? { from: errors.from, to: errors.to } : {},
    isModified: criteriaText(criteriaOfDraft(values, today), today) !== criteriaText(applied, today),
    change: (change: Partial<FilterDraft>) => void setValues((before) => ({ ...before, ...change })),
    /** Back to what is applied. */
    forget: () => {
      formik.resetForm();
      setRevision(revision + 1);
    },
    /** To what a fresh page has; applied like any other draft. */
    reset: () => {
      void setValues(draftOf(defaultCriteria(today)));
      setRevision(revision + 1);
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const unread = unreadDate(form);
      if (unread) unread.focus();
      else formik.handleSubmit(event);
    },
  };
};

export type FilterForm = ReturnType<typeof useFilterForm>;
