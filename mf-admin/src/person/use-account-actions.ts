import { ApiError, api, impersonationFailure, startImpersonation } from '@readerlens/auth';
import { useSession, useUser } from '@readerlens/auth/react';
import { mayDo } from '@readerlens/contract/administration';
import type { AccountAction } from '@readerlens/contract/administration';
import { registrationResentMessage } from '@readerlens/contract/administration/messages';
import type { CallData, Calls } from '@readerlens/contract/client';
import { impersonateLabel, impersonateMessage } from '@readerlens/contract/session/messages';
import { confirm, explainFailure, toast, useArea, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey, usersKey } from './account.queries.ts';
import { personName } from './person.ts';

/** A user in a list or on their page. */
export type Person = Pick<
  CallData<Calls['GET /api/users']>['items'][number],
  'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'isRegistered'
>;

/** The messages that differ between the list and the page of an account. */
export interface ActionTexts {
  readonly resendFailed: string;
  readonly resetFailed: string;
  readonly resetSent: (email: string) => string;
}

/** Long enough to read when it is possible again. */
const refusalMs = 15_000;

/** What a failed action shows: the fixed message, and why the server refused. */
export const withReason = (message: string, error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? `${message} ${error.message}` : message;

/** The actions that the session's user may do with accounts. None with someone else's while impersonating them. */
export const useMayDo = () => {
  const user = useUser();
  const impersonating = useSession((state) => state.originalAdminToken !== null);
  return (action: AccountAction, person: Pick<Person, 'id' | 'role'>): boolean =>
    user !== undefined && !(action === 'impersonate' && impersonating) && mayDo(action, user, person);
};

interface Options {
  texts: ActionTexts;
}

/** Deletes accounts, mails links and starts impersonations: after a question, one at a time. */
export const useAccountActions = ({ texts }: Options) => {
  const queryClient = useQueryClient();
  const { navigate } = useArea();
  const { begin, done } = useOneAtATime();
  const [busy, setBusy] = useState<string>();
  const run = (person: Person, question: Parameters<typeof confirm>[0], work: () => Promise<void>) =>
    begin(() => {
      const start = async () => {
        const about = `${personName(person)} (${person.email})`;
        if (await confirm({ message: about, ...question })) {
          setBusy(person.id);
          await work();
        }
        setBusy(undefined);
        done();
      };
      void start();
    });
  const reload = async ({ id }: Person) => {
    await queryClient.invalidateQueries({ queryKey: [usersKey] });
    await queryClient.invalidateQueries({ queryKey: [accountKey, id] });
  };

  const remove = (person: Person) =>
    run(
      person,
      { title: 'Are you sure you want to delete this user ?', confirmLabel: 'Delete', danger: true },
      async () => {
        try {
          const { message } = await api('DELETE /api/user/{id}', { params: { id: person.id } });
          toast.success(`${message || 'Deleted user'} ${person.email}`);
        } catch (error) {
          toast.error(`${explainFailure(error)} (${person.email})`);
        }
        await reload(person);
      },
    );

  const resetPassword = (person: Person) =>
    run(
      person,
      { title: "Are you sure you want to reset this user's password?", confirmLabel: 'Reset password' },
      async () => {
        try {
          await api('POST /api/forgot-password', { body: { email: person.email } });
          toast.success(texts.resetSent(person.email));
        } catch (error) {
          toast.error(withReason(texts.resetFailed, error), { durationMs: refusalMs });
        }
      },
    );

  const resendRegistration = (person: Person) =>
    run(
      person,
      { title: 'Are you sure you want to resend the registration email?', confirmLabel: 'Resend' },
      async () => {
        try {
          await api('GET /api/user/{id}/resend-registration-email', { params: { id: person.id } });
          toast.success(registrationResentMessage(person.email));
        } catch (error) {
          toast.error(withReason(texts.resendFailed, error), { durationMs: refusalMs });
          // The user may have registered in the meantime.
          await reload(person);
        }
      },
    );

  const logInAs = (person: Person) =>
    run(
      person,
      {
        title: `Log in as ${personName(person)}?`,
        message: impersonateMessage,
        confirmLabel: impersonateLabel,
      },
      async () => {
        // Synchronous: the other user may not see this page.
        const leave = () => navigate('/', { flushSync: true });
        try {
          await startImpersonation(person.id, undefined, leave);
        } catch (error) {
          toast.error(impersonationFailure(error));
        }
      },
    );

  return { busy, remove, resetPassword, resendRegistration, logInAs };
};

export type AccountActions = ReturnType<typeof useAccountActions>;
