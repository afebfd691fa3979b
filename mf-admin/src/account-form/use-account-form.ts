import type { AccountField } from '@readerlens/contract/administration';
import type { Role } from '@readerlens/contract/vocabulary';
import { useForm, useFormContext } from '@readerlens/ui';
import type { FormOptions } from '@readerlens/ui';
import { useMemo } from 'react';
import { accountSchema } from './account-schema.ts';
import { differingFields, newAccountValues } from './account-values.ts';
import type { AccountValues } from './account-values.ts';

interface Options<Saved> extends Pick<FormOptions<AccountValues, Saved>, 'save' | 'readSaved' | 'onSaved'> {
  /** The values of an existing account; undefined for a new one. */
  stored?: AccountValues;
  /** The roles to choose from. */
  roles: readonly Role[];
  mayChange: (field: AccountField) => boolean;
}

/** The form of an account, new or existing. */
export const useAccountForm = <Saved>({ stored, roles, mayChange, ...options }: Options<Saved>) => {
  const schema = useMemo(() => accountSchema(stored), [stored]);
  const form = useForm<AccountValues, Saved>({
    ...options,
    initial: stored ?? newAccountValues,
    schema,
    isSame: (a, b) => differingFields(a, b).length === 0,
    showProblems: 'left',
    once: stored === undefined,
  });
  return { ...form, stored, roles, mayChange };
};

export type AccountForm = ReturnType<typeof useAccountForm>;

/** The form around a field of an account, which is always that of `useAccountForm`. */
export const useAccountContext = (): AccountForm => useFormContext<AccountValues>() as AccountForm;
