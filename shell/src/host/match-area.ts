import type { AreaEntry, AreaRoute, Registry } from '@readerlens/contract/registry';
import { matchRoutes } from 'react-router-dom';

export interface AreaMatch {
  area: AreaEntry;
  route: AreaRoute;
}

/** The pattern as the router knows it: '*' stands for what is below a route that is not exact. */
const patternOf = ({ path, exact }: AreaRoute): string =>
  exact || path.endsWith('*') ? path : `${path.replace(/\/$/, '')}/*`;

/**
 * The area and its route that a path belongs to. The router ranks them, as it does inside the area: by any other order
 * the guard of one screen would stand before another.
 */
export const matchArea = (registry: Registry, pathname: string): AreaMatch | undefined => {
  const routes = registry.areas.flatMap((area) =>
    area.routes.map((route) => ({ path: patternOf(route), handle: { area, route } })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};
