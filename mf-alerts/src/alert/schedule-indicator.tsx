import { Badge, Flex, Span, Stack } from '@readerlens/ui';
import dayjs from 'dayjs';
import type { AlertListRow } from './alert.queries.ts';

type Scheduled = Pick<
  AlertListRow,
  'isComplete' | 'scheduleActive' | 'snoozedUntil' | 'disabled' | 'disabledReason'
> &
  // Only lists say so.
  Partial<Pick<AlertListRow, 'undeliveredTo'>>;

const readiness = ({ isComplete, scheduleActive }: Scheduled): string => {
  if (!isComplete) return 'Notification Requires Additional Information To Be Scheduled';
  return scheduleActive ? 'Notification Scheduled' : 'Notification Ready To Be Scheduled';
};

const today = () => dayjs().format('YYYY-MM-DD');

/** The date until which the alert does not run, if that is not over. */
export const snoozeEnd = ({ snoozedUntil }: Pick<Scheduled, 'snoozedUntil'>): string | undefined =>
  snoozedUntil !== null && snoozedUntil > today() ? snoozedUntil : undefined;

export const dayText = (moment: string): string => dayjs(moment).format('MMMM DD, YYYY');

/** Whether an alert runs, and why it does not. */
export const ScheduleIndicator = ({ alert }: { alert: Scheduled }) => {
  const { scheduleActive, disabled, disabledReason, undeliveredTo = [] } = alert;
  const snoozed = snoozeEnd(alert);
  return (
    <Stack gap="1" py="1" whiteSpace="normal">
      <Flex gap="1.5" wrap="wrap">
        <Badge tone={scheduleActive ? 'positive' : 'neutral'}>
          <Span boxSize="7px" borderRadius="full" background="currentColor" aria-hidden="true" />
          {scheduleActive ? 'Schedule Active' : 'Schedule Inactive'}
        </Badge>
        {snoozed !== undefined && <Badge tone="warning">{`Snoozed until ${dayText(snoozed)}`}</Badge>}
        {disabled && <Badge tone="negative">Disabled</Badge>}
      </Flex>
      <Span textStyle="caption" color="textMuted">
        {disabled && disabledReason ? disabledReason : readiness(alert)}
      </Span>
      {undeliveredTo.length > 0 && (
        <Span textStyle="caption" color="negative" overflowWrap="anywhere">
          {`Last run not delivered to ${undeliveredTo.join(', ')}`}
        </Span>
      )}
    </Stack>
  );
};
