import type { SessionUserData } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import type { AreaProps } from '@readerlens/ui';
import { onClose, renderArea } from '@readerlens/ui/testing';
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

export { closeAreas as closeScreens } from '@readerlens/ui/testing';

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
  onClose(server.stop);
  return { server, ...renderArea(routes, address, { offers }) };
};
