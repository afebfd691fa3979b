import { api } from '@readerlens/auth';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { Role } from '@readerlens/contract/vocabulary';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Named } from '../account-form/account-values.ts';
import { usersKey } from '../person/account.queries.ts';

const call = 'POST /api/users/invite';

export type InvitedPerson = CallData<Calls[typeof call]>['people'][number];

/** What is sent: the text of the people, and what those without own settings get. */
export interface Invitation {
  readonly text: string;
  readonly role: Role;
  readonly clients: readonly Named[];
  readonly mailToCaller: boolean;
}

export const emptyInvitation: Invitation = { text: '', role: 'Client', clients: [], mailToCaller: false };

/** The answer to an invitation: what would happen, or what has happened. */
export interface Outcome {
  readonly of: Invitation;
  readonly people: readonly InvitedPerson[];
  readonly unusedColumns: readonly string[];
  readonly isSent: boolean;
}

const bodyOf = ({
  text,
  role,
  clients,
  mailToCaller,
}: Invitation): CallInput<Calls[typeof call]>['body'] => ({
  text,
  defaults: { role, ...(isStaff(role) ? {} : { companies: clients.map(({ id }) => id) }) },
  ...(mailToCaller ? { sendEmailToAdmin: true } : {}),
});

export const readyOf = ({ people }: Outcome): number =>
  people.filter(({ problems }) => problems.length === 0).length;

/** Checks an invitation and sends it, one request at a time. Only what was checked is sent. */
export const useInvite = () => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [invitation, setInvitation] = useState(emptyInvitation);
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState<'check' | 'send'>();
  const [failure, setFailure] = useState<string>();

  const request = (kind: 'check' | 'send') =>
    begin(() => {
      const run = async () => {
        setBusy(kind);
        setFailure(undefined);
        try {
          const isSent = kind === 'send';
          const { data } = await api(call, { body: { ...bodyOf(invitation), dryRun: !isSent } });
          setOutcome({ of: invitation, ...data, isSent });
          if (isSent) await queryClient.invalidateQueries({ queryKey: [usersKey] });
        } catch (error) {
          setOutcome(undefined);
          setFailure(error instanceof Error ? error.message : String(error));
        }
        setBusy(undefined);
        done();
      };
      void run();
    });

  return {
    invitation,
    change: (change: Partial<Invitation>) => {
      setFailure(undefined);
      setInvitation((before) => ({ ...before, ...change }));
    },
    /** Of the current text and settings only: a change makes it obsolete. */
    outcome: outcome?.of === invitation ? outcome : undefined,
    busy,
    failure,
    check: () => request('check'),
    send: () => request('send'),
    startAgain: () => {
      setOutcome(undefined);
      setInvitation((before) => ({ ...before, text: '' }));
    },
  };
};

export type Invite = ReturnType<typeof useInvite>;
