import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityView } from '../activities/activity-view.ts';
import { sheetDate } from '../outputs/activity-sheet/sheet.ts';
import type { MailRow } from '../platform/mail/letter.ts';

export const describeReader = ({ fullName, company }: ActivityView): string =>
  [fullName, company].filter(Boolean).join(', ');

/** The line of an activity in the list of a mail; `more` ends its details. */
export const activityMailRow = (view: ActivityView, more: readonly string[] = []): MailRow => ({
  title: describeReader(view),
  detail: [activityTypeLabel[view.activityType], view.docTitle, sheetDate(view.date), ...more]
    .filter(Boolean)
    .join(' · '),
});
