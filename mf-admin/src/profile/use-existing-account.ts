import { useUser } from '@readerlens/auth/react';
import { accountFields, mayDo, rolesOffered } from '@readerlens/contract/administration';
import type { AccountField } from '@readerlens/contract/administration';
import { toast } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { findChanges, readAccountValues } from '../account-form/account-values.ts';
import type { AccountValues } from '../account-form/account-values.ts';
import { useAccountForm } from '../account-form/use-account-form.ts';
import type { Account } from '../person/account.queries.ts';
import { useEmailQuestion } from './use-email-question.ts';
import { AccountChanged, saveAccount } from './save-account.ts';

const savedFlagMs = 3000;

/** A flag that is up for a short time. */
const useBriefFlag = () => {
  const [raised, setRaised] = useState(0);
  useEffect(() => {
    if (raised === 0) return;
    const timer = setTimeout(() => setRaised(0), savedFlagMs);
    return () => clearTimeout(timer);
  }, [raised]);
  return { isUp: raised > 0, raise: () => setRaised((count) => count + 1) };
};

/** The form of an existing account: saves what has changed, and settles conflicts with the changes of others. */
export const useExistingAccount = (account: Account, savedText: string) => {
  const user = useUser();
  const queryClient = useQueryClient();
  // What is edited. The query may load a later version, which must not replace what was typed.
  const [base, setBase] = useState(account);
  const [conflict, setConflict] = useState<AccountChanged>();
  const flag = useBriefFlag();
  const stored = useMemo(() => readAccountValues(base), [base]);
  const mayChange = (field: AccountField) => user !== undefined && mayDo(accountFields[field], user, base);
  const roles = user ? rolesOffered(user, base) : [];

  const save = async (values: AccountValues): Promise<Account | undefined> => {
    if (!(await emailQuestion.ask())) return undefined;
    try {
      const saved = await saveAccount(base, findChanges(stored, values, mayChange), queryClient);
      setBase(saved);
      setConflict(undefined);
      return saved;
    } catch (error) {
      if (!(error instanceof AccountChanged)) throw error;
      setConflict(error);
      return undefined;
    }
  };
  const form = useAccountForm({
    stored,
    roles,
    mayChange,
    save,
    readSaved: readAccountValues,
    onSaved: () => {
      toast.success(savedText);
      flag.raise();
    },
  });
  const { values, change } = form;
  const emailQuestion = useEmailQuestion({
    stored: stored.email,
    email: values.email,
    restore: () => change({ email: stored.email }),
  });
  /** Goes on with their version; what one has changed stays in the form. */
  const keepMine = () => {
    if (!conflict) return;
    setBase(conflict.theirs);
    setConflict(undefined);
  };
  return {
    base,
    form,
    /** The fields that would be saved. */
    changes: () => findChanges(stored, values, mayChange),
    /** The account has just been saved. */
    isSaved: flag.isUp && !form.isDirty,
    mayChangeAny: roles.length > 0 || (Object.keys(accountFields) as AccountField[]).some(mayChange),
    onLeaveEmail: emailQuestion.onLeave,
    conflict: conflict && {
      message: conflict.message,
      theirs: readAccountValues(conflict.theirs),
      takeTheirs: () => {
        form.reset(readAccountValues(conflict.theirs));
        keepMine();
      },
      keepMine,
    },
  };
};

export type ExistingAccount = ReturnType<typeof useExistingAccount>;
