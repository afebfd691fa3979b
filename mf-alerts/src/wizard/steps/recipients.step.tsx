import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { alertSteps, maxRecipients } from '@readerlens/contract/alerts';
import { Card, MultiSelect, Stack, Text } from '@readerlens/ui';
import type { MultiSelectOption } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { RecipientTable } from '../parts/recipient-table.tsx';
import type { Recipient } from '../parts/recipient-table.tsx';
import { RulePanel } from '../parts/rule-panel.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { useStepForm } from '../parts/use-step-form.ts';

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

interface RecipientsValues {
  readonly targets: readonly Recipient[];
}

const printTargets = ({ targets }: RecipientsValues) =>
  targets.map(({ userId, isEmailSubscribed }) => `${userId} ${isEmailSubscribed}`).join();

const useRecipientsForm = (props: StepProps) => {
  const { alert } = props;
  const user = useUser();
  const form = useStepForm<RecipientsValues>(props, {
    initial: { targets: alert.targets },
    readSaved: ({ targets }) => ({ targets }),
    isSame: (a, b) => printTargets(a) === printTargets(b),
    send: ({ targets }) => {
      const { id, version } = alert;
      const body = {
        ...(user ? { user: user.email } : {}),
        targets: targets.map(({ userId, isEmailSubscribed }) => ({ userId, isEmailSubscribed })),
        lastStepCompleted: alertSteps.SetAlert,
        version,
      };
      return api('PUT /api/notification/{id}/targets', { params: { id }, body });
    },
  });
  const { targets } = form.values;
  const change = (next: readonly Recipient[]) => form.change({ targets: next });
  return {
    form,
    recipients: targets,
    add: (recipient: Recipient) => {
      if (!targets.some(({ userId }) => userId === recipient.userId)) change([...targets, recipient]);
    },
    remove: (userId: string) => change(targets.filter((each) => each.userId !== userId)),
    subscribe: (userId: string, isEmailSubscribed: boolean) =>
      change(targets.map((each) => (each.userId === userId ? { ...each, isEmailSubscribed } : each))),
  };
};

/** Who gets an alert. */
export const RecipientsStep = (props: StepProps) => {
  const { alert, frame } = props;
  const { form, recipients, add, remove, subscribe } = useRecipientsForm(props);
  return (
    <WizardStep form={form} label="Set Alert" {...frame} aside={<RulePanel alert={alert} step="SetAlert" />}>
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
    </WizardStep>
  );
};
