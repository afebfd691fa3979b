import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { maxOnboardingReminders } from '@readerlens/contract/onboarding';
import { Box, Button, Card, Form, Stack, Text, toast, useForm } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formsKey } from '../form/form.queries.ts';
import type { OnboardingForm } from '../form/form.queries.ts';
import { ReminderDaysField, findReminderProblem } from '../form/reminder-days-field.tsx';
import type { ReminderDays } from '../form/reminder-days-field.tsx';
import { formatDay } from '../form/format-day.ts';

type Reminder = NonNullable<OnboardingForm['reminder']>;

const ReminderForm = ({ id, afterDays }: { id: string; afterDays: number }) => {
  const queryClient = useQueryClient();
  const { blinded } = useViewer();
  const form = useForm<ReminderDays, Reminder>({
    initial: useMemo(() => ({ remindAfterDays: afterDays }), [afterDays]),
    check: ({ remindAfterDays }) => ({ remindAfterDays: findReminderProblem(remindAfterDays) }),
    save: async ({ remindAfterDays }) => {
      const body = { remindAfterDays: remindAfterDays ?? 0 };
      return (await api('PATCH /api/manage-onboarding/{id}/reminder', { params: { id }, body })).data;
    },
    onSaved: () => {
      toast.success('Saved the reminders');
      void queryClient.invalidateQueries({ queryKey: [formsKey] });
    },
  });
  return (
    <Form form={form} aria-label="Reminders">
      <Stack gap="3" alignItems="flex-start">
        <Box width="100%" maxW="320px">
          <ReminderDaysField disabled={blinded} />
        </Box>
        <Button type="submit" loading={form.saving} disabled={blinded}>
          Save Reminders
        </Button>
      </Stack>
    </Form>
  );
};

const ReminderNote = ({ reminder: { sent, lastSentAt } }: { reminder: Reminder }) => (
  <Text color="textMuted">
    {lastSentAt === null
      ? 'No reminder has been sent.'
      : `Reminder sent on ${formatDay(lastSentAt)} (${sent} of ${maxOnboardingReminders}).`}
  </Text>
);

/** When the person of a form is reminded, for staff. A closed form only says what was sent. */
export const RemindersCard = ({ form, reminder }: { form: OnboardingForm; reminder: Reminder }) => {
  const isOpen = !form.isSubmitted && !form.isExpired;
  if (!isOpen && reminder.sent === 0) return null;
  return (
    <Card title="Reminders" aria-label="Reminders">
      <Stack gap="3">
        <Text color="textMuted">{`Last activity on ${formatDay(form.lastActivity)}.`}</Text>
        <ReminderNote reminder={reminder} />
        {isOpen && <ReminderForm id={form.id} afterDays={reminder.afterDays} />}
      </Stack>
    </Card>
  );
};
