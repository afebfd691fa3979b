import { sessionStore } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { testUser } from '@readerlens/auth/testing';
import { forgetListLayouts } from '@readerlens/filters/list';
import type { AreaProps } from '@readerlens/ui';
import { closeAreas, onClose, renderArea } from '@readerlens/ui/testing';
import { screen } from '@testing-library/react';
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

export const closeReview = async () => {
  await closeAreas();
  forgetListLayouts();
};

/** Renders the screen with a fake server that has these activities. `offers`: the pages of other areas. */
export const openReview = async (
  activities: ReviewActivity[],
  address = '/',
  failures: Record<string, Failure> = {},
  offers?: AreaProps['offers'],
) => {
  const server = await startReviewServer(activities);
  for (const [call, failure] of Object.entries(failures)) server.failures.set(call, failure);
  onClose(server.stop);
  const routes = [
    { path: '/', Component: ReviewActivitiesScreen },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
  ];
  return { server, ...renderArea(routes, address, { offers }) };
};

/** Elements that tests of the page often look for. */
export const box = (name: string) => screen.getByRole('checkbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const message = () => screen.getByRole('status', { name: 'Result of the review' });

/** Waits for the checkbox of an activity, by default the first. */
export const ready = (name = 'Select Reader 1, Guide 1') => screen.findByRole('checkbox', { name });
