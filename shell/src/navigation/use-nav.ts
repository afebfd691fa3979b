import { useSession } from '@readerlens/auth/react';
import { withSwitches } from '@readerlens/contract/registry';
import { useMemo } from 'react';
import { config } from '../config.ts';
import { hasArea, useRegistry } from '../host/index.ts';
import { messages } from '../messages.ts';
import { adminGroup, navGroups, shellPages } from './nav-model.ts';
import type { NavGroup, NavItem } from './nav-model.ts';

/** The entries of the sidebar and of the admin menu for the current user. */
export const useNav = (): { groups: NavGroup[]; admin: NavItem[]; offers: (path: string) => boolean } => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  return useMemo(() => {
    const registry = state.status === 'ready' ? state.registry : { areas: [] };
    const viewer = {
      claims,
      features: withSwitches(config.features, registry),
      notIncluded: messages.notIncluded,
    };
    const all = navGroups({ areas: [...registry.areas, shellPages] }, viewer);
    return {
      groups: all.filter((group) => group.name !== adminGroup),
      admin: all.find((group) => group.name === adminGroup)?.items ?? [],
      offers: (path) => hasArea(registry, path),
    };
  }, [state, claims]);
};
