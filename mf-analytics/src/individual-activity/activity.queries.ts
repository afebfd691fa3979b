import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import { queryOptions } from '@tanstack/react-query';
import type { ActivityAddress } from '../activity/activity-address.ts';
import type { ActivityDetail } from '../specifics/specifics.ts';

const othersCall = 'GET /api/analytics/reader-activities/{type}/{id}';

/** The latest other activities of the reader of an activity. */
export const otherActivitiesQuery = (detail: ActivityDetail, viewer: Viewer) =>
  queryOptions({
    queryKey: ['individual-activity', 'others', detail.qualifiedId, viewer],
    queryFn: async ({ signal }) => {
      const params = { type: detail.activityType, id: detail.id };
      return (await api(othersCall, { params }, { signal })).data;
    },
  });

/** The report that an activity was opened from; an error if the report has not sent it. */
export const activityReportQuery = ({ report, id }: Pick<ActivityAddress, 'report' | 'id'>, viewer: Viewer) =>
  queryOptions({
    queryKey: ['individual-activity', 'report', report, id, viewer],
    queryFn: async ({ signal }) => {
      const params = report ?? { configId: '', reportId: '' };
      const call = 'GET /api/activity-report/{configId}/{reportId}';
      return (await api(call, { params, query: { activityId: id } }, { signal })).data;
    },
    enabled: viewer.userId !== undefined && report !== undefined && id !== '',
    retry: false,
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
    meta: { pageContent: true },
    retry: false,
  });
