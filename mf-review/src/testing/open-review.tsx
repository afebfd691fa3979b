import { clearSession } from '@readerlens/auth';
import { clearToasts } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { ReviewActivity } from '../activities/activity.ts';
import { ReviewActivitiesScreen } from '../review-activities.screen.tsx';
import { startReviewServer } from './review-server.ts';
import type { Failure } from './review-server.ts';

const cleanups: (() => Promise<void>)[] = [];

/** Renders the screen with a fake server that has these activities. */
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
  cleanups.push(async () => {
    unmount();
    queryClient.clear();
    await server.stop();
  });
  return { server, router, queryClient, user };
};

/** Unmounts the screens, stops the servers and resets global state. */
export const closeReview = async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  act(clearToasts);
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
};
