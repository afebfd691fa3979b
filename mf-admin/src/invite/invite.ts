import { api } from '@readerlens/auth';
import type { CallData, CallInput, Calls } from '@readerlens/contract/client';
import type { Role } from '@readerlens/contract/vocabulary';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useForm } from '@readerlens/ui';
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

const buildBody = ({
  text,
  role,
  clients,
  mailToCaller,
}: Invitation): CallInput<Calls[typeof call]>['body'] => ({
  text,
  defaults: { role, ...(isStaff(role) ? {} : { companies: clients.map(({ id }) => id) }) },
  ...(mailToCaller ? { sendEmailToAdmin: true } : {}),
});

export const countReady = ({ people }: Outcome): number =>
  people.filter(({ problems }) => problems.length === 0).length;

/** The API accepts no longer text. */
const findInvitationProblems = ({ text }: Invitation) => ({
  text: text.length > 100_000 ? 'The text is too long: at most 200 people can be invited at once' : undefined,
});

const hasSameText = (a: Invitation, b: Invitation) => a.text.trim() === b.text.trim();

/** Checks an invitation and sends it. Only what was checked is sent. */
export const useInvite = () => {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [request, setRequest] = useState<'check' | 'send'>();
  const form = useForm<Invitation>({
    initial: emptyInvitation,
    check: findInvitationProblems,
    showProblems: 'always',
    mainField: 'text',
    save: async (invitation, kind) => {
      const isSent = kind === 'send';
      const { data } = await api(call, { body: { ...buildBody(invitation), dryRun: !isSent } });
      setOutcome({ of: invitation, ...data, isSent });
      if (!isSent) return undefined;
      await queryClient.invalidateQueries({ queryKey: [usersKey] });
      return invitation;
    },
    onRefused: () => setOutcome(undefined),
    isSame: hasSameText,
  });
  const start = (kind: 'check' | 'send') => () => {
    setRequest(kind);
    form.submit(kind);
  };
  return {
    form,
    /** Of the current text and settings only: a change makes it obsolete. */
    outcome: outcome?.of === form.values ? outcome : undefined,
    busy: form.saving ? request : undefined,
    check: start('check'),
    send: start('send'),
    startAgain: () => {
      setOutcome(undefined);
      form.reset({ ...form.values, text: '' });
    },
  };
};

export type Invite = ReturnType<typeof useInvite>;
