import type { SessionUserData } from '@readerlens/auth';
import { signInAs, testUser } from '@readerlens/auth/testing';
import type { AreaProps } from '@readerlens/ui';
import { onClose, renderArea } from '@readerlens/ui/testing';
import type { RouteObject } from 'react-router-dom';
import type { Account } from './accounts.ts';
import { startAdminServer } from './admin-server.ts';

/** Signs in, as the shell does before it mounts an area. An administrator by default. */
export const signIn = (user: Partial<SessionUserData> = {}) =>
  signInAs(testUser({ id: '900', role: 'Admin', searchFields: ['AnalystTags'], ...user }));

export { closeAreas as closeScreens } from '@readerlens/ui/testing';

interface Options {
  accounts?: readonly Account[];
  /** The pages that are deployed; by default all. */
  offers?: AreaProps['offers'];
  /** Called with the server before the screen is rendered. */
  prepare?: (server: Awaited<ReturnType<typeof startAdminServer>>) => void;
}

/** Renders a screen of this area with a fake server that has these accounts. */
export const openScreen = async (
  routes: RouteObject[],
  address: string,
  { accounts = [], offers = () => true, prepare }: Options = {},
) => {
  const server = await startAdminServer(accounts);
  prepare?.(server);
  onClose(server.stop);
  return { server, ...renderArea(routes, address, { offers }) };
};
