import { maxSnoozeDays } from '@readerlens/contract/alerts';
import { Button, DateField, Dialog, Flex, Stack, Text } from '@readerlens/ui';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { AlertListRow } from '../alert/alert.queries.ts';

interface Props {
  alert: AlertListRow;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

const daysAhead = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD');

const choices = [
  { label: '1 week', days: 7 },
  { label: '2 weeks', days: 14 },
  { label: '1 month', days: 30 },
  { label: '3 months', days: 90 },
] as const;

const findProblem = (until: string | null): string | undefined => {
  if (until === null) return 'Snooze until Is Required';
  const isOffered = until >= daysAhead(1) && until <= daysAhead(maxSnoozeDays);
  return isOffered ? undefined : `Choose a date within the next ${maxSnoozeDays} days.`;
};

/** Asks until when an alert does not run. */
export const SnoozeDialog = ({ alert, onSnooze, onClose }: Props) => {
  const [until, setUntil] = useState<string | null>(daysAhead(7));
  const problem = findProblem(until);
  return (
    <Dialog
      open
      size="sm"
      title={`Snooze ${alert.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={problem !== undefined}
            onClick={() => until !== null && onSnooze(until)}
          >
            Snooze
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>The alert does not run before this date. Its schedule stays active.</Text>
        <Flex gap="2" wrap="wrap" role="group" aria-label="Duration">
          {choices.map(({ label, days }) => (
            <Button
              key={label}
              size="sm"
              aria-pressed={until === daysAhead(days)}
              onClick={() => setUntil(daysAhead(days))}
            >
              {label}
            </Button>
          ))}
        </Flex>
        <DateField
          label="Snooze until"
          required
          min={daysAhead(1)}
          max={daysAhead(maxSnoozeDays)}
          value={until}
          onChange={setUntil}
          error={problem}
        />
      </Stack>
    </Dialog>
  );
};
