import { countActivities } from '@readerlens/contract/numbers';
import { formatPeriod } from '@readerlens/ui/parts';
import type { ReportDelivery, ReportRun } from '../reports.queries.ts';

/** The days of the period of a run, in the time zone of its report. */
export const periodText = ({
  startDate,
  endDate,
  timeZone,
}: Pick<ReportRun, 'startDate' | 'endDate' | 'timeZone'>): string =>
  formatPeriod({ from: startDate, to: endDate }, timeZone);

export const stateTexts: Readonly<Record<ReportRun['state'] | ReportDelivery['state'], string>> = {
  empty: 'Nothing to send',
  queued: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
};

/** '12 activities', or what is left of them: some were rejected since, or belong to clients that were withdrawn. */
export const sentText = (sent: number, visible: number): string =>
  sent === visible
    ? countActivities(sent)
    : `${countActivities(sent)} sent, ${visible.toLocaleString('en-US')} still visible`;
