import { satisfies } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { withSwitches } from '@readerlens/contract/registry';
import { useCallback } from 'react';
import { config } from '../config.ts';
import { matchArea, useRegistry } from '../host/index.ts';
import { isTurnedOff, shellPages } from '../navigation/nav-model.ts';

const removeQuery = (to: string) => to.split(/[?#]/)[0]!;

/** Whether an address leads to a page that is deployed, turned on, and open to the user. */
export const useReachable = (): ((to: string) => boolean) => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  return useCallback(
    (to) => {
      const pathname = removeQuery(to);
      if (shellPages.navigation.some((page) => page.to === pathname && satisfies(claims, page.access)))
        return true;
      if (state.status !== 'ready') return false;
      const route = matchArea(state.registry, pathname)?.route;
      if (!route || !satisfies(claims, route.access)) return false;
      const features = withSwitches(config.features, state.registry);
      return !isTurnedOff(state.registry, { route, pathname }, features);
    },
    [state, claims],
  );
};
