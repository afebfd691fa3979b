import { clearSession, sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';
import { AreaContext, clearToasts } from '@readerlens/ui';
import type { AreaProps } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act, screen } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { ReviewActivity } from '../activities/activity.ts';
import { ReviewActivitiesScreen } from '../review-activities.screen.tsx';
import { startReviewServer } from './review-server.ts';
import type { Failure } from './review-server.ts';

const reviewer = testUser({
  firstName: 'Rosa',
  lastName: 'Lind',
  email: 'rosa@staff.example',
  claims: ['reviewActivities', 'cr-engagement-read', 'cr-customerrequest-read'],
});

/** Signs a reviewer in, as the shell does before it mounts an area. */
export const signIn = (user: Partial<SessionUserData> = {}, { blinded = false } = {}) =>
  sessionStore.setState({ token: 'token', user: { ...reviewer, ...user }, blinded });

const cleanups: (() => Promise<void>)[] = [];

/** Renders the screen with a fake server that has these activities. `offers`: the pages of other areas. */
export const openReview = async (
  activities: ReviewActivity[],
  address = '/',
  failures: Record<string, Failure> = {},
  offers?: AreaProps['offers'],
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
  const { user, queryClient, unmount } = renderUi(
    <AreaContext value={{ offers, registerGuard: () => () => {} } as unknown as AreaProps}>
      <RouterProvider router={router} />
    </AreaContext>,
  );
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

/** Elements that tests of the page often look for. */
export const box = (name: string) => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const message = () => screen.getByRole('status', { name: 'Result of the review' });

/** Waits for the checkbox of an activity, by default the first. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
