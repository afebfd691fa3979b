import { isEmail } from '@readerlens/contract/vocabulary';
import { confirm } from '@readerlens/ui';
import { useRef } from 'react';
import type { FocusEvent } from 'react';

interface Options {
  /** The saved address. */
  stored: string;
  /** The address in the form. */
  email: string;
  /** Restores the saved address. */
  restore: () => void;
}

/** Whether the focus moves to a button that saves, which asks itself, or that resets the form. */
const goesToFormButton = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof HTMLButtonElement && relatedTarget.form !== null;

/** Asks before another e-mail address is used: when the field is left, and on saving if that has not been answered. */
export const useEmailQuestion = ({ stored, email, restore }: Options) => {
  const confirmed = useRef(stored);
  const address = email.trim();
  const isAnswered = () => address === stored || address === confirmed.current;
  const pending = useRef<Promise<boolean>>(undefined);
  const askNow = async (): Promise<boolean> => {
    const yes = await confirm({
      title: 'Are you sure you want to change email address?',
      message: `From ${stored} to ${address}. A sign-in by a provider that is linked with the account ends.`,
    });
    if (yes) confirmed.current = address;
    else restore();
    pending.current = undefined;
    return yes;
  };
  /** Resolves with whether to continue with the address. The open question itself takes the focus from the field. */
  const ask = async (): Promise<boolean> => {
    if (isAnswered()) return true;
    pending.current ??= askNow();
    return pending.current;
  };
  return {
    ask,
    onLeave: (event: FocusEvent) => {
      if (isEmail(address) && !goesToFormButton(event)) void ask();
    },
  };
};
