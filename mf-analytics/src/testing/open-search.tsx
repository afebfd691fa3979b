import { clearSession } from '@readerlens/auth';
import { AreaContext, ConfirmHost, Toaster, UiProvider, clearToasts } from '@readerlens/ui';
import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { EngagementsSearchScreen } from '../engagements-search/engagements-search.screen.tsx';
import type { EngagementRow } from '../engagements-search/search.queries.ts';
import { detail } from './engagements.ts';
import { startFakeApi } from './fake-api.ts';

export const searchPath = '/api/analytics/search';

const endings: (() => Promise<void>)[] = [];

/** A page of these rows, as far as page and size go. */
const pageOf =
  (rows: readonly EngagementRow[]) =>
  ({ page = 1, size = 50 }: { page?: number; size?: number }) => ({
    items: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    page,
    pageSize: size,
  });

/** A server that finds these activities, whatever it is asked for. */
export const startSearchServer = async (rows: readonly EngagementRow[]) => {
  const fake = await startFakeApi();
  Object.assign(fake.answers, {
    [searchPath]: { dataOf: pageOf(rows) },
    '/api/client-dashboard/stats': {
      data: { totalLeads: rows.length, uniquePeople: 7, uniqueDocs: 3 },
    },
    '/api/analytics/search-details/Engagement/1': { data: detail(1) },
    '/api/common-lookup/onlines': { data: [] },
    '/api/default-columns/u1': { data: [] },
  });
  endings.push(fake.stop);
  return fake;
};

interface Surroundings {
  address?: string;
  /** Paths of pages that are deployed. */
  offers?: (path: string) => boolean;
}

/** Shows the screen with what the shell puts around it. */
export const openSearch = ({
  address = '/analytics/search?f=Clients:c1',
  offers = () => false,
}: Surroundings = {}) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const guards = new Set<LeaveGuard>();
  const area: Pick<AreaProps, 'offers' | 'registerGuard'> = {
    offers,
    registerGuard: (guard) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
  const router = createMemoryRouter(
    [
      { path: '/analytics/search', Component: EngagementsSearchScreen },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <AreaContext value={area as AreaProps}>
      <UiProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ConfirmHost />
          <Toaster />
        </QueryClientProvider>
      </UiProvider>
    </AreaContext>,
  );
  endings.unshift(async () => {
    view.unmount();
    queryClient.clear();
  });
  return { router, user: userEvent.setup(), guards, queryClient };
};

/** Ends what a test began. */
export const closeSearch = async () => {
  for (const end of endings.splice(0)) await end();
  act(clearToasts);
  act(clearSession);
  sessionStorage.clear();
};

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const box = (name: string) => screen.getByRole('checkbox', { name });

/** The box of an activity, as soon as it is there: the first unless told. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
