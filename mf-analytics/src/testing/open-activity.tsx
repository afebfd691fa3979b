import { clearSession } from '@readerlens/auth';
import { AreaContext, ConfirmHost, Toaster, UiProvider, clearToasts } from '@readerlens/ui';
import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { IndividualActivityScreen } from '../individual-activity/individual-activity.screen.tsx';

const endings: (() => void)[] = [];

/** Shows the page of one activity with what the shell puts around it. */
export const openActivity = (address: string) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const guards = new Set<LeaveGuard>();
  const area: Pick<AreaProps, 'registerGuard'> = {
    registerGuard: (guard) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
  const router = createMemoryRouter(
    [
      {
        path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
        Component: IndividualActivityScreen,
      },
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
  endings.push(() => {
    view.unmount();
    queryClient.clear();
  });
  return { router, user: userEvent.setup(), guards };
};

/** Ends what a test began. */
export const closeActivity = () => {
  for (const end of endings.splice(0)) end();
  act(clearToasts);
  act(clearSession);
  sessionStorage.clear();
};
