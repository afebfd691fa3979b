import { api } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { useListPage, useListView } from '@readerlens/filters/list';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { alertsKey } from '../alert/alert.queries.ts';
import type { AlertListRow } from '../alert/alert.queries.ts';
import { readAlertsView, writeAlertsView } from './alerts-address.ts';
import type { AlertsView } from './alerts-address.ts';

interface Viewer {
  userId: string | undefined;
  blinded: boolean;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A page of the alerts, refetched whenever it is shown, because they run and others change them. While another page of
 * the same search loads, the previous one provides the total.
 */
const alertsQuery = ({ query, sort, page, size }: AlertsView, viewer: Viewer) => {
  const filter = { query, viewer };
  return queryOptions({
    queryKey: [alertsKey, filter, { sort, page, size }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        page,
        pageSize: size,
        sortBy: sort.column,
        sortDir: sort.descending ? ('desc' as const) : ('asc' as const),
        ...(query ? { query } : {}),
      };
      return (await api('POST /api/notifications/search', { body }, { signal })).data;
    },
    enabled: viewer.userId !== undefined,
    placeholderData: (before, previous) => (isSame(previous?.queryKey[1], filter) ? before : undefined),
    staleTime: 0,
    networkMode: 'always',
    meta: { pageContent: true },
  });
};

/** The view in the URL and the page of alerts that it shows. */
export const useManageAlerts = () => {
  const { view, show } = useListView(readAlertsView, writeAlertsView);
  const userId = useUser()?.id;
  const blinded = useBlinded();
  const onPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const list = useListPage<AlertListRow>(useQuery(alertsQuery(view, { userId, blinded })), {
    ...view,
    onPage,
  });
  return { view, show, list };
};

export type ManageAlerts = ReturnType<typeof useManageAlerts>;
