import { clearSession } from '@readerlens/auth';
import type { SessionUserData } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import { AreaContext, clearToasts } from '@readerlens/ui';
import type { AreaProps, LeaveGuard } from '@readerlens/ui';
import { renderUi } from '@readerlens/ui/testing';
import { act } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import type { Alert } from '../alert/alert.queries.ts';
import { startAlertsServer } from './alerts-server.ts';

/** Signs in, as the shell does before it mounts an area. By default staff who manage their own alerts. */
export const signIn = (user: Partial<SessionUserData> = {}) =>
  signInAs(
    testUser({
      claims: ['manageNotifications', 'cr-engagement-read', 'cr-webinar-read'],
      notificationClaimLevel: 'Basic',
      ...user,
    }),
  );

const cleanups: (() => Promise<void>)[] = [];

interface Options {
  alerts?: readonly Alert[];
  /** The pages that are deployed; by default all. */
  offers?: AreaProps['offers'];
  /** Called with the server before the screen is rendered. */
  prepare?: (server: Awaited<ReturnType<typeof startAlertsServer>>) => void;
}

/** Renders a screen of this area with a fake server that has these alerts. */
export const openScreen = async (
  routes: RouteObject[],
  address: string,
  { alerts = [], offers = () => true, prepare }: Options = {},
) => {
  const server = await startAlertsServer(alerts);
  prepare?.(server);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const guards = new Set<LeaveGuard>();
  const area = {
    offers,
    registerGuard: (guard: LeaveGuard) => {
      guards.add(guard);
      return () => void guards.delete(guard);
    },
    navigate: (to: string) => void router.navigate(to),
  };
  const { user, queryClient, unmount } = renderUi(
    <AreaContext value={area as unknown as AreaProps}>
      <RouterProvider router={router} />
    </AreaContext>,
  );
  cleanups.push(async () => {
    unmount();
    queryClient.clear();
    await server.stop();
  });
  return {
    server,
    router,
    queryClient,
    user,
    /** The question that the shell would ask before the page is left. */
    leaveQuestion: () => [...guards].map((guard) => guard()).find((question) => question !== undefined),
  };
};

/** Unmounts the screens, stops the servers and resets global state. */
export const closeScreens = async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  act(clearToasts);
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
};
