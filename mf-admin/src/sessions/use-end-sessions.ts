import { api } from '@readerlens/auth';
import { confirm, toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../person/account.queries.ts';
import { personName } from '../person/person.ts';
import { withReason } from '../person/use-account-actions.ts';
import { browserName } from './browser-name.ts';
import { sessionsQuery } from './sessions.queries.ts';
import type { UserSession } from './sessions.queries.ts';

const unsaved = 'What is not saved there is lost.';

export const endAllLabel = (isOwn: boolean) => (isOwn ? 'End all other sessions' : 'End all sessions');

interface Ending {
  question: Parameters<typeof confirm>[0];
  /** Ends the sessions; returns what it has done. */
  work: () => Promise<string>;
  failed: string;
}

/** Ends sessions of an account after a question, one at a time. `onEnded` follows when the list is up to date. */
export const useEndSessions = (account: Account, isOwn: boolean, onEnded: () => void) => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [busy, setBusy] = useState(false);
  const { id } = account;

  const run = async ({ question, work, failed }: Ending) => {
    if (await confirm({ danger: true, ...question })) {
      setBusy(true);
      try {
        toast.success(await work());
      } catch (error) {
        toast.error(withReason(failed, error));
      }
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(id).queryKey });
      setBusy(false);
      onEnded();
    }
    done();
  };
  const start = (ending: Ending) => begin(() => void run(ending));

  const endOne = ({ id: sessionId, userAgent }: UserSession) =>
    start({
      question: {
        title: 'End this session?',
        message: `${browserName(userAgent)} is logged out at once. ${unsaved}`,
        confirmLabel: 'End session',
      },
      failed: 'The session could not be ended.',
      work: async () => {
        await api('DELETE /api/user/{id}/sessions/{sessionId}', { params: { id, sessionId } });
        return 'Session ended';
      },
    });

  const endAll = () =>
    start({
      question: {
        title: isOwn ? 'End all other sessions?' : `End all sessions of ${personName(account)}?`,
        message: isOwn
          ? `You stay logged in here, and are logged out everywhere else at once. ${unsaved}`
          : `They are logged out everywhere at once. ${unsaved}`,
        confirmLabel: endAllLabel(isOwn),
      },
      failed: 'The sessions could not be ended.',
      work: async () => {
        const { data } = await api('DELETE /api/user/{id}/sessions', {
          params: { id },
          query: { keepCurrent: isOwn },
        });
        return data.ended === 1 ? '1 session ended' : `${data.ended} sessions ended`;
      },
    });

  return { busy, endOne, endAll };
};
