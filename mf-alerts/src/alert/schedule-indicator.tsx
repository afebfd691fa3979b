import { Badge, Flex, Span, Stack } from '@readerlens/ui';
import dayjs from 'dayjs';
import type { AlertListRow } from './alert.queries.ts';

type Scheduled = Pick<
  AlertListRow,
  'isComplete' | 'scheduleActive' | 'snoozedUntil' | 'disabled' | 'disabledReason'
> &
  // Only lists say so.
  Partial<Pick<AlertListRow, 'undeliveredTo'>>;

const describeState = ({ isComplete, scheduleActive, disabled, disabledReason }: Scheduled): string => {
  if (disabled) return disabledReason ? `Disabled: ${disabledReason}` : 'Disabled';
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
  const { scheduleActive, disabled, undeliveredTo = [] } = alert;
  // The schedule of a disabled alert is kept, but does not run.
  const isActive = scheduleActive && !disabled;
  const snoozed = snoozeEnd(alert);
  return (
    <Stack gap="1" py="1" whiteSpace="normal">
      <Flex gap="1.5" wrap="wrap">
        <Badge tone={isActive ? 'positive' : 'neutral'}>
          <Span boxSize="7px" borderRadius="full" background="currentColor" aria-hidden="true" />
          {isActive ? 'Schedule Active' : 'Schedule Inactive'}
        </Badge>
        {snoozed !== undefined && <Badge tone="warning">{`Snoozed until ${dayText(snoozed)}`}</Badge>}
      </Flex>
      <Span textStyle="caption" color={disabled ? 'negative' : 'textMuted'}>
        {describeState(alert)}
      </Span>
      {undeliveredTo.length > 0 && (
        <Span textStyle="caption" color="negative" overflowWrap="anywhere">
          {`Last run not delivered to ${undeliveredTo.join(', ')}`}
        </Span>
      )}
    </Stack>
  );
};
