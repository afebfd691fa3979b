import { api } from '@readerlens/auth';
import { queryOptions } from '@tanstack/react-query';
import type { ActivityAddress } from '../activity/activity-address.ts';
import type { ActivityDetail } from '../specifics/specifics.ts';

/** Part of every query key: results differ by user and by Blinded Mode. */
export interface Viewer {
  readonly userId: string | undefined;
  readonly blinded: boolean;
}

const othersCall = 'GET /api/analytics/reader-activities/{type}/{id}';

/** The latest other activities of the reader of an activity. */
export const otherActivitiesQuery = (detail: ActivityDetail, viewer: Viewer) =>
  queryOptions({
    queryKey: ['individual-activity', 'others', detail.qualifiedId, viewer],
    queryFn: async ({ signal }) => {
      const params = { type: detail.activityType, id: detail.id };
      return (await api(othersCall, { params }, { signal })).data;
    },
    staleTime: 60_000,
    networkMode: 'always',
  });

/** One activity with everything its sheet shows. */
export const activityQuery = ({ type, id }: Pick<ActivityAddress, 'type' | 'id'>, viewer: Viewer) =>
  queryOptions({
    queryKey: ['individual-activity', type, id, viewer],
    queryFn: async ({ signal }) => {
      const params = { type, id };
      const call = 'GET /api/analytics/search-details/individual-activity/{type}/{id}';
      return (await api(call, { params }, { signal })).data;
    },
    enabled: viewer.userId !== undefined && id !== '',
    staleTime: 60_000,
    networkMode: 'always',
    meta: { pageContent: true },
    retry: false,
  });
