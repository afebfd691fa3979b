import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { alertSteps, maxRecipients } from '@readerlens/contract/alerts';
import { Card, MultiSelect, Stack, Text, useLeaveGuard } from '@readerlens/ui';
import type { MultiSelectOption } from '@readerlens/ui';
import { useState } from 'react';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { RecipientTable } from '../parts/recipient-table.tsx';
import type { Recipient } from '../parts/recipient-table.tsx';
import { StepFrame } from '../parts/step-frame.tsx';
import { leaveQuestion } from '../parts/step-props.ts';
import type { StepProps } from '../parts/step-props.ts';
import { useSaveStep } from '../parts/use-save-step.ts';

interface Found extends MultiSelectOption {
  recipient: Recipient;
}

/** People whose first name, last name or email starts with the text. */
const findPeople = async (text: string, signal: AbortSignal): Promise<Found[]> => {
  const { data } = await api('GET /api/users/lookups', { query: { query: text.trim() } }, { signal });
  return data.map(({ userId, displayText, email, role, isRegistered, viewsNotifications }) => ({
    id: userId,
    name: displayText,
    recipient: {
      userId,
      name: displayText.replace(` (${email})`, ''),
      email,
      role,
      isRegistered,
      viewsNotifications,
      isEmailSubscribed: true,
    },
  }));
};

interface SearchProps {
  recipients: readonly Recipient[];
  onAdd: (recipient: Recipient) => void;
}

/** Finds people who are no recipients yet. */
const RecipientSearch = ({ recipients, onAdd }: SearchProps) => {
  const known = new Set(recipients.map(({ userId }) => userId));
  const isFull = recipients.length >= maxRecipients;
  return (
    <MultiSelect<Found>
      label="Add a recipient"
      placeholder="First name, last name or email"
      hint={isFull ? `An alert has at most ${maxRecipients} recipients.` : undefined}
      disabled={isFull}
      single
      value={[]}
      loadOptions={async (text, signal) => {
        const people = await findPeople(text, signal);
        return people.filter(({ id }) => !known.has(id));
      }}
      onChange={([chosen]) => chosen && onAdd(chosen.recipient)}
    />
  );
};

const useRecipients = (stored: readonly Recipient[]) => {
  const [recipients, setRecipients] = useState(stored);
  const keyOf = (list: readonly Recipient[]) =>
    list.map(({ userId, isEmailSubscribed }) => `${userId} ${isEmailSubscribed}`).join();
  return {
    recipients,
    isDirty: keyOf(recipients) !== keyOf(stored),
    add: (recipient: Recipient) =>
      setRecipients((list) =>
        list.some(({ userId }) => userId === recipient.userId) ? list : [...list, recipient],
      ),
    remove: (userId: string) => setRecipients((list) => list.filter((each) => each.userId !== userId)),
    subscribe: (userId: string, isEmailSubscribed: boolean) =>
      setRecipients((list) =>
        list.map((each) => (each.userId === userId ? { ...each, isEmailSubscribed } : each)),
      ),
  };
};

/** Who gets an alert. */
export const RecipientsStep = ({ alert, onSaved, frame }: StepProps) => {
  const user = useUser();
  const { saving, failure, save } = useSaveStep(alert, onSaved);
  const { recipients, isDirty, add, remove, subscribe } = useRecipients(alert.targets);
  useLeaveGuard(isDirty ? leaveQuestion : undefined);
  const submit = (leave: boolean) => {
    const { id, version } = alert;
    const targets = recipients.map(({ userId, isEmailSubscribed }) => ({ userId, isEmailSubscribed }));
    const body = {
      ...(user ? { user: user.email } : {}),
      targets,
      lastStepCompleted: alertSteps.SetAlert,
      version,
    };
    save(() => api('PUT /api/notification/{id}/targets', { params: { id }, body }), leave);
  };
  return (
    <StepFrame label="Set Alert" {...frame} {...{ saving, failure }} onSubmit={submit}>
      <Card
        title="Recipients"
        subtitle="They get an email and see the runs on their Notification Dashboard. Without email, only the latter."
      >
        <Stack gap="4">
          {!frame.isReadOnly && <RecipientSearch recipients={recipients} onAdd={add} />}
          <InvalidRecipients alert={alert} />
          <RecipientTable ownerId={alert.ownerId} {...{ recipients, subscribe, remove }} />
          <Text textStyle="small" color="textMuted">
            {alert.safeSender}
          </Text>
        </Stack>
      </Card>
    </StepFrame>
  );
};
