import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { Viewer } from '@readerlens/auth/react';
import { listQuery, pageRequest, useListPage, useListView } from '@readerlens/filters/list';
import { useQuery } from '@tanstack/react-query';
import { alertsKey } from '../alert/alert.queries.ts';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { alertsAddress } from './alerts-address.ts';
import type { AlertsView } from './alerts-address.ts';

const alertsQuery = (view: AlertsView, viewer: Viewer) => {
  const { query } = view;
  return listQuery({
    key: [alertsKey],
    filter: { query, viewer },
    place: view,
    load: async (signal) => {
      const body = { ...pageRequest(view), ...(query ? { query } : {}) };
      return (await api('POST /api/notifications/search', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
  });
};

/** The view in the URL and the page of alerts that it shows. */
export const useManageAlerts = () => {
  const { view, show } = useListView(alertsAddress);
  const list = useListPage<AlertListRow>(useQuery(alertsQuery(view, useViewer())), { ...view, show });
  return { view, show, list };
};

export type ManageAlerts = ReturnType<typeof useManageAlerts>;
