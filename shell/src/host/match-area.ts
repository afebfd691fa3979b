import type { AreaEntry, AreaRoute, Registry } from '@readerlens/contract/registry';
import { matchPath } from 'react-router-dom';

export interface AreaMatch {
  area: AreaEntry;
  route: AreaRoute;
}

/** The area and its route that a path belongs to; an exact route wins over one that covers what is below it. */
export const matchArea = (registry: Registry, pathname: string): AreaMatch | undefined => {
  const matches = registry.areas.flatMap((area) =>
    area.routes
      .filter((route) => matchPath({ path: route.path, end: route.exact ?? false }, pathname))
      .map((route) => ({ area, route })),
  );
  return matches.sort((a, b) => b.route.path.length - a.route.path.length)[0];
};
