import { Badge, Box, Card, Checkbox, Text, useFormContext, useProblem } from '@readerlens/ui';
import { Mail, UserPlus } from 'lucide-react';
import type { SetupProposal } from './client-setup.queries.ts';
import { ContactLabel, NoContacts, RowProblem, SetupRow, SetupRows } from './setup-rows.tsx';
import type { SetupValues } from './setup-values.ts';

type Account = SetupProposal['accounts'][number];

/** What happens if the row is chosen, or why nothing does. */
const WhatHappens = ({ account: { act, reason } }: { account: Account }) => {
  if (act === 'create')
    return (
      <Badge tone="positive">
        <Mail size={13} aria-hidden="true" />
        New account, and a mail to register
      </Badge>
    );
  if (act === 'addClient')
    return (
      <Badge tone="info">
        <UserPlus size={13} aria-hidden="true" />
        The account exists, and gets this client
      </Badge>
    );
  return <Text color={act === 'refused' ? 'warning' : 'textMuted'}>{reason}</Text>;
};

const AccountRow = ({ account }: { account: Account }) => {
  const { values, changeField } = useFormContext<SetupValues>();
  const { contactId, act, name, email } = account;
  const field = `accounts.${contactId}`;
  const problem = useProblem(field);
  const isChosen = values.accounts[contactId] === true;
  return (
    <SetupRow>
      <Checkbox
        label={<ContactLabel {...{ name, email }} />}
        checked={isChosen}
        disabled={act === 'none' || act === 'refused'}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={() => changeField(field, !isChosen)}
      />
      <Box>
        <WhatHappens account={account} />
        <RowProblem problem={problem} />
      </Box>
    </SetupRow>
  );
};

/** The accounts for the contacts of the form. */
export const AccountsCard = ({ proposal: { accounts } }: { proposal: SetupProposal }) => (
  <Card title="Client Accounts" aria-label="Client Accounts" subtitle="For the contacts of the form">
    {accounts.length === 0 && <NoContacts />}
    <SetupRows>
      {accounts.map((account) => (
        <AccountRow key={account.contactId} account={account} />
      ))}
    </SetupRows>
  </Card>
);
