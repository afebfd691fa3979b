import type { AccountField } from '@readerlens/contract/administration';
import type { Role } from '@readerlens/contract/vocabulary';
import { useFocusOnProblem, useLeaveGuard, useOneAtATime } from '@readerlens/ui';
import { useFormik } from 'formik';
import { createContext, useContext, useMemo, useState } from 'react';
import { accountSchema } from './account-schema.ts';
import { differingFields, inputOf, newAccountValues } from './account-values.ts';
import type { AccountValues } from './account-values.ts';
import { refusalOf, refusedField } from './server-problems.ts';
import type { Refusal } from './server-problems.ts';

interface Options {
  /** The values of an existing account; undefined for a new one. */
  stored?: AccountValues | undefined;
  /** The roles to choose from. */
  roles: readonly Role[];
  mayChange: (field: AccountField) => boolean;
  /** The work is stored elsewhere: leaving loses nothing. */
  isSaved?: boolean;
  /** Called before saving; resolves with whether to continue. */
  beforeSave?: (values: AccountValues) => Promise<boolean>;
  /** Saves the values and resolves with what is stored now; a rejection is shown at the fields that it names. */
  save: (values: AccountValues) => Promise<AccountValues | undefined>;
}

export const leaveQuestion = 'Leave without saving your changes?';

/**
 * The form of an account, new or existing. One save at a time. What the server refuses is shown beside its field until
 * that is changed, and nothing that was typed is lost.
 */
export const useAccountForm = ({ stored, roles, mayChange, isSaved = false, beforeSave, save }: Options) => {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const [saving, setSaving] = useState(false);
  const [failures, setFailures] = useState(0);
  const { begin, done } = useOneAtATime();
  const initialValues = stored ?? newAccountValues;
  const validationSchema = useMemo(() => accountSchema(stored), [stored]);

  const run = async (values: AccountValues): Promise<void> => {
    if (beforeSave && !(await beforeSave(values))) {
      done();
      return;
    }
    setRefusal(undefined);
    setSaving(true);
    try {
      const saved = await save(values);
      if (saved) formik.resetForm({ values: saved });
      if (stored) done();
    } catch (error) {
      setRefusal(refusalOf(error, inputOf(values)));
      setFailures((count) => count + 1);
      done();
    } finally {
      setSaving(false);
    }
  };
  const formik = useFormik<AccountValues>({
    initialValues,
    validationSchema,
    onSubmit: (values) => begin(() => void run(values)),
  });
  const { values, errors, touched, submitCount, isSubmitting, setValues, setFieldTouched } = formik;
  const isInvalid = Object.keys(errors).length > 0;
  useFocusOnProblem(form, submitCount, submitCount > 0 && !isSubmitting && isInvalid);
  useFocusOnProblem(form, failures, failures > 0 && !saving);
  const isDirty = differingFields(initialValues, values).length > 0;
  useLeaveGuard(isDirty && !isSaved ? leaveQuestion : undefined);

  const ownProblem = (field: AccountField): string | undefined => {
    const message = touched[field] || submitCount > 0 ? errors[field] : undefined;
    return typeof message === 'string' ? message : undefined;
  };
  return {
    setForm,
    values,
    stored,
    roles,
    mayChange,
    saving,
    isDirty,
    /** What the server said about the whole form. */
    failure: refusal?.message,
    problemOf: (field: AccountField) => ownProblem(field) ?? refusedField(refusal, field, values),
    change: (change: Partial<AccountValues>) => void setValues((before) => ({ ...before, ...change })),
    touch: (field: AccountField) => void setFieldTouched(field),
    submit: formik.handleSubmit,
    /** Restores the stored values. */
    reset: () => {
      setRefusal(undefined);
      formik.resetForm({ values: initialValues });
    },
  };
};

export type AccountForm = ReturnType<typeof useAccountForm>;

export const AccountFormContext = createContext<AccountForm | undefined>(undefined);

/** The form around a field. */
export const useForm = (): AccountForm => {
  const form = useContext(AccountFormContext);
  if (!form) throw new Error('useForm is for fields of an account form.');
  return form;
};
