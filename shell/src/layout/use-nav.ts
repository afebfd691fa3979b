import { useSession } from '@readerlens/auth/react';
import { useMemo } from 'react';
import { config } from '../config.ts';
import { matchArea, useRegistry } from '../host/index.ts';
import { messages } from '../messages.ts';
import { adminGroup, navGroups, ownPages } from './nav-model.ts';
import type { NavGroup, NavItem } from './nav-model.ts';

/** What the sidebar and the admin menu offer to the user now. */
export const useNav = (): { groups: NavGroup[]; admin: NavItem[]; offers: (path: string) => boolean } => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  return useMemo(() => {
    const registry = state.status === 'ready' ? state.registry : { areas: [] };
    const viewer = { claims, features: config.features, notIncluded: messages.notIncluded };
    const all = navGroups({ areas: [...registry.areas, ownPages] }, viewer);
    return {
      groups: all.filter((group) => group.name !== adminGroup),
      admin: all.find((group) => group.name === adminGroup)?.items ?? [],
      offers: (path) => matchArea(registry, path) !== undefined,
    };
  }, [state, claims]);
};
