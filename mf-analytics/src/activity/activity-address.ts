import { activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';

/** An activity, and where its page was opened from: an activity report or the engagements search. */
export interface ActivityAddress {
  readonly type: ActivityType;
  readonly id: string;
  readonly fromSearch: boolean;
  /** The report that it was opened from. */
  readonly report?: { readonly configId: string; readonly reportId: string };
}

/** Replaces the report configuration id in the URL when the activity was opened from the search. */
const searchConfig = 'search';

/** Reads the activity from route parameters. An id without a type prefix is a customer request. */
export const activityOfAddress = (params: Readonly<Record<string, string | undefined>>): ActivityAddress => {
  const { activityReportConfigId = '', activityReportId = '', activityId = '' } = params;
  const type = activityTypes.find((known) => activityId.startsWith(`${known}-`));
  const fromSearch = activityReportConfigId === searchConfig;
  return {
    type: type ?? 'CustomerRequest',
    id: type ? activityId.slice(type.length + 1) : activityId,
    fromSearch,
    ...(fromSearch ? {} : { report: { configId: activityReportConfigId, reportId: activityReportId } }),
  };
};

/** Path of an activity opened from the search. */
export const activityPath = (qualifiedId: string): string =>
  `/individual-activity/${searchConfig}/-/${encodeURIComponent(qualifiedId)}`;

/** The page of the notification that an activity was opened from, kept in the history state. */
export const notificationPath = (state: unknown): string | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'notification' in state &&
  typeof state.notification === 'string' &&
  state.notification.startsWith('/notifications/dashboard/')
    ? state.notification
    : undefined;
