import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityView } from '../../activities/activity-view.ts';
import type { ReportRunRow } from './report-access.ts';

/** 'Activity Report 2026-03-02.xlsx'; without the names of the contact and its client, which Blinded Mode hides. */
export const reportFileName = ({ run_at }: Pick<ReportRunRow, 'run_at'>): string =>
  `Activity Report ${run_at.toISOString().slice(0, 10)}.xlsx`;

/** 'Webinar 2026-03-02.pdf'. */
export const sheetFileName = ({ activityType, date }: Pick<ActivityView, 'activityType' | 'date'>): string =>
  `${activityTypeLabel[activityType]} ${date.slice(0, 10)}.pdf`;
