import { clearSession } from '@readerlens/auth';
import { clearToasts } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { ReviewActivity } from '../activities/activity.ts';
import { ReviewActivitiesScreen } from '../review-activities.screen.tsx';
import { startReviewServer } from './review-server.ts';
import type { Failure } from './review-server.ts';

const endings: (() => Promise<void>)[] = [];

/** Shows the screen over a server with these activities. */
export const openReview = async (
  activities: ReviewActivity[],
  address = '/',
  failures: Record<string, Failure> = {},
) => {
  const server = await startReviewServer(activities);
  for (const [call, failure] of Object.entries(failures)) server.failures.set(call, failure);
  const router = createMemoryRouter(
    [
      { path: '/', Component: ReviewActivitiesScreen },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  const { user, queryClient, unmount } = renderUi(<RouterProvider router={router} />);
  endings.push(async () => {
    unmount();
    queryClient.clear();
    await server.stop();
  });
  return { server, router, queryClient, user };
};

/** Ends what a test began. */
export const closeReview = async () => {
  for (const end of endings.splice(0)) await end();
  act(clearToasts);
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
};
