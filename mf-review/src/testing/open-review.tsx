import { clearSession } from '@readerlens/auth';
import { ConfirmHost, Toaster, UiProvider, clearToasts } from '@readerlens/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { ReviewActivity } from '../activities/activity.ts';
import { ReviewActivitiesScreen } from '../review-activities.screen.tsx';
import { startReviewServer } from './review-server.ts';
import type { Failure } from './review-server.ts';

const endings: (() => Promise<void>)[] = [];

/** Shows the screen over a server with these activities, with what the shell puts around it. */
export const openReview = async (
  activities: ReviewActivity[],
  address = '/',
  failures: Record<string, Failure> = {},
) => {
  const server = await startReviewServer(activities);
  for (const [call, failure] of Object.entries(failures)) server.failures.set(call, failure);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/', Component: ReviewActivitiesScreen },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <Toaster />
      </QueryClientProvider>
    </UiProvider>,
  );
  endings.push(async () => {
    view.unmount();
    queryClient.clear();
    await server.stop();
  });
  return { server, router, queryClient, user: userEvent.setup() };
};

/** Ends what a test began. */
export const closeReview = async () => {
  for (const end of endings.splice(0)) await end();
  act(clearToasts);
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
};
