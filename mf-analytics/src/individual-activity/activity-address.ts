import { activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';

/** Where the page was come from: a report of activities, or the search, which has no report. */
export interface ActivityAddress {
  readonly type: ActivityType;
  readonly id: string;
  readonly fromSearch: boolean;
}

/** In the place of a report's configuration: the activity was found by searching. */
const searchConfig = 'search';

/** The activity of an address. An id with a type before it is of that type, a plain one a customer request's. */
export const activityOfAddress = (params: Readonly<Record<string, string | undefined>>): ActivityAddress => {
  const { activityReportConfigId, activityId = '' } = params;
  const type = activityTypes.find((known) => activityId.startsWith(`${known}-`));
  return {
    type: type ?? 'CustomerRequest',
    id: type ? activityId.slice(type.length + 1) : activityId,
    fromSearch: activityReportConfigId === searchConfig,
  };
};

/** What an entry of the history tells of the list that an activity was opened from: its `location.search`. */
export const listState = (search: string) => ({ list: search });

/** That `location.search`; '' where nothing tells it, as in a tab of its own. */
export const listSearch = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '';

/** The path of an activity that was found by searching. */
export const activityPath = (qualifiedId: string): string =>
  `/individual-activity/${searchConfig}/-/${encodeURIComponent(qualifiedId)}`;
