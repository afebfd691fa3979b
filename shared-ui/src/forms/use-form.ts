import { ApiError } from '@readerlens/auth';
import { getIn, useFormik } from 'formik';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from 'yup';
import { useLeaveGuard } from '../area/area-context.tsx';
import { useOneAtATime } from '../components/use-one-at-a-time.ts';
import { explainFailure } from '../explain-failure.ts';
import { createFieldRegister } from './field-register.ts';
import { placeRefusal } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { findProblems } from './schema.ts';
import type { Problems } from './schema.ts';
import { hasSameContent, keepChanges, printValue, removeAt } from './values.ts';

/**
 * A field shows its problem after an attempt to save, and if given also once the user has left it, or always. Where the page begins in a
 * field, 'filled' is for the left one that has something: a message that appears moves what is below, and a click there would be lost.
 */
export type ShowProblems = 'attempted' | 'filled' | 'left' | 'always';

export interface FormOptions<Values extends object, Saved> {
  /** What the server has stored, or what something new starts with. A later state keeps what the user has changed. */
  initial: Values;
  /** The rules of the values, for yup. */
  schema?: Schema;
  /** What no schema can find. A problem of the path '' is shown above the form. */
  check?: (values: Values) => Problems;
  /**
   * Saves the values, and resolves with what was saved, or with undefined if nothing was. A rejection is shown in the
   * form. `intent` is the value of the button that was clicked.
   */
  save: (values: Values, intent: string | undefined) => Promise<Saved | undefined>;
  /** The values that are stored now; those that were sent, unless the server may change them. */
  readSaved?: (saved: Saved) => Values;
  /** Called when the form has no more changes that the user would be asked about: it may open another page. */
  onSaved?: (saved: Saved, intent: string | undefined) => void;
  /** Called after a refusal, for a message elsewhere. */
  onRefused?: (error: unknown, intent: string | undefined) => void;
  /** The text of a refusal; its message unless given. */
  explain?: (error: unknown) => string;
  /** The name in the form of a field that has another in the API. */
  renamePath?: (path: string) => string;
  /** The field that the whole form is about: refusals are shown beside it. */
  mainField?: string;
  /** Whether two values are the same once they are saved. */
  isSame?: (a: Values, b: Values) => boolean;
  /** Something is created: a second click must not create it again before its page is open. */
  once?: boolean;
  /** When fields show their problems. */
  showProblems?: ShowProblems;
  /** Asked before unsaved changes are lost; null for a form that stores nothing. */
  leaveQuestion?: string | null;
}

const leaveWithoutSaving = 'Leave without saving your changes?';

/** What keeps the values from being saved. */
const useProblems = <Values extends object>(
  values: Values,
  { schema, check }: Pick<FormOptions<Values, never>, 'schema' | 'check'>,
): Problems =>
  useMemo(() => {
    const own = Object.entries(check?.(values) ?? {}).filter(([, message]) => message !== undefined);
    return { ...(schema && findProblems(schema, values)), ...Object.fromEntries(own) };
  }, [values, schema, check]);

const firstProblem = ':is(input, select, textarea)[aria-invalid="true"]';

/** After each attempt to save, the first problem gets the focus. */
const useFocusOnProblem = (attempts: number) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (attempts === 0) return;
    const first = element?.querySelector<HTMLElement>(firstProblem);
    (first ?? element?.querySelector<HTMLElement>('[data-form-failure]'))?.focus();
  }, [attempts, element]);
  return setElement;
};

/** Calls `follow` with each new content of what the server has stored. */
const useFollow = <Values extends object>(stored: Values, follow: (stored: Values) => void) => {
  const followed = useRef(stored);
  const followNew = useEffectEvent(() => {
    if (hasSameContent(followed.current, stored)) return;
    followed.current = stored;
    follow(stored);
  });
  useLayoutEffect(() => followNew(), [stored]);
};

/**
 * A form that saves: one save at a time, and nothing that was typed is lost. Problems and what the server refuses are
 * shown at their fields; the first one gets the focus.
 */
export const useForm = <Values extends object, Saved = Values>(options: FormOptions<Values, Saved>) => {
  const { initial, mainField, explain = explainFailure, isSame = hasSameContent } = options;
  const { once = false, showProblems = 'attempted', leaveQuestion = leaveWithoutSaving } = options;
  const [base, setBase] = useState(initial);
  const [refusal, setRefusal] = useState<Refusal>();
  const [saved, setSaved] = useState<{ readonly what: Saved; readonly intent: string | undefined }>();
  const [attempts, setAttempts] = useState(0);
  const setElement = useFocusOnProblem(attempts);
  const { begin, done } = useOneAtATime();
  const intent = useRef<string>(undefined);
  const [fields] = useState(createFieldRegister);

  const run = async (values: Values): Promise<boolean> => {
    try {
      const what = await options.save(values, intent.current);
      if (what === undefined) return false;
      const stored = options.readSaved?.(what) ?? values;
      setBase(stored);
      formik.setFormikState((state) => ({
        ...state,
        values: keepChanges(values, state.values, stored),
        touched: {},
        submitCount: 0,
      }));
      setSaved({ what, intent: intent.current });
      return true;
    } catch (error) {
      setRefusal(
        placeRefusal(error, {
          fields: fields.list(),
          values,
          mainField,
          explain,
          renamePath: options.renamePath,
        }),
      );
      options.onRefused?.(error, intent.current);
      return false;
    }
  };
  const formik = useFormik<Values>({
    initialValues: initial,
    // The kit finds problems while it renders.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: run,
  });
  const { values, touched, submitCount, isSubmitting } = formik;
  const problems = useProblems(values, options);
  const isValid = Object.keys(problems).length === 0;
  const isDirty = !isSame(base, values);
  useLeaveGuard(isDirty && leaveQuestion !== null ? leaveQuestion : undefined);

  // After the guard knows that nothing would be lost.
  const tellSaved = useEffectEvent(() => {
    if (saved) options.onSaved?.(saved.what, saved.intent);
  });
  useEffect(() => tellSaved(), [saved]);

  useFollow(initial, (stored) => {
    setBase(stored);
    formik.setFormikState((state) => ({ ...state, values: keepChanges(base, state.values, stored) }));
  });

  const attempt = async (button: string | undefined) => {
    intent.current = button;
    setRefusal(undefined);
    let isSaved: unknown = false;
    if (isValid) isSaved = await formik.submitForm();
    else formik.setFormikState((state) => ({ ...state, submitCount: state.submitCount + 1 }));
    if (!once || isSaved !== true) done();
    setAttempts((count) => count + 1);
  };
  const isLeft = (field: string): boolean => getIn(touched, field) === true;
  const isShown = (field: string, when: ShowProblems): boolean =>
    when === 'always' ||
    submitCount > 0 ||
    (when === 'left' && isLeft(field)) ||
    (when === 'filled' && isLeft(field) && getIn(values, field) !== '');
  const findRefused = (field: string): string | undefined => {
    const refused = refusal?.fields.get(field);
    return refused?.value === printValue(values, field) ? refused.message : undefined;
  };
  const ownMessage = submitCount > 0 ? problems[''] : undefined;
  return {
    setElement,
    register: fields.register,
    values,
    /** What is compared with: the values that the server has stored. */
    base,
    isDirty,
    /** Nothing keeps the values from being saved. */
    isValid,
    /** The user has tried to save. */
    isChecked: submitCount > 0,
    saving: isSubmitting,
    /** What is about the form as a whole. */
    messages: [...(ownMessage === undefined ? [] : [ownMessage]), ...(refusal?.messages ?? [])],
    /** Someone else has changed what the form shows. */
    isConflict: refusal?.error instanceof ApiError && refusal.error.status === 409,
    findProblem: (field: string, when = showProblems): string | undefined =>
      (isShown(field, when) ? problems[field] : undefined) ?? findRefused(field),
    change: (change: Partial<Values>) =>
      formik.setFormikState((state) => ({ ...state, values: { ...state.values, ...change } })),
    changeField: (field: string, value: unknown) => void formik.setFieldValue(field, value),
    /** Removes an item of a list. The others keep whether the user has left their fields. */
    removeItem: (list: string, index: number) =>
      formik.setFormikState((state) => ({
        ...state,
        values: removeAt(state.values, list, index),
        touched: removeAt(state.touched, list, index),
      })),
    touch: (field: string) => void formik.setFieldTouched(field),
    submit: (button?: string) => begin(() => void attempt(button)),
    /** Forgets what was typed, and starts again. */
    reset: (to: Values = base) => {
      done();
      setRefusal(undefined);
      setBase(to);
      formik.resetForm({ values: to });
    },
  };
};

export type FormState<Values extends object> = ReturnType<typeof useForm<Values>>;
