import { countText } from '@readerlens/ui/parts';
import dayjs from 'dayjs';
import type { ReportDelivery, ReportRun } from '../reports.queries.ts';

/** A moment in the time zone of the browser. */
export const momentText = (moment: string): string => dayjs(moment).format('MMM D, YYYY h:mm A');

const dayText = (moment: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(moment),
  );

/** The days of a period, which ends before its last instant, in the time zone of the report. */
export const periodText = ({
  startDate,
  endDate,
  timeZone,
}: Pick<ReportRun, 'startDate' | 'endDate' | 'timeZone'>): string => {
  const first = dayText(startDate, timeZone);
  const last = dayText(new Date(Date.parse(endDate) - 1), timeZone);
  return first === last ? first : `${first} to ${last}`;
};

export const stateTexts: Readonly<Record<ReportRun['state'] | ReportDelivery['state'], string>> = {
  empty: 'Nothing to send',
  queued: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
};

/** '12 activities', or what is left of them: some were rejected since, or belong to clients that were withdrawn. */
export const sentText = (sent: number, visible: number): string =>
  sent === visible
    ? countText(sent, 'activity', 'activities')
    : `${countText(sent, 'activity', 'activities')} sent, ${visible.toLocaleString('en-US')} still visible`;
