import { isRoute } from '@readerlens/contract/area-entry';
import { reservedPaths } from '@readerlens/contract/registry';
import type { AreaDescription, AreaRoute, Registry } from '@readerlens/contract/registry';
import { routesOverlap } from '../area/route-patterns.ts';

const reserved = reservedPaths.map((path) => ({ path, exact: true }));

/** The entry of another area may be invalid. */
const validRoutes = (routes: unknown): AreaRoute[] => (Array.isArray(routes) ? routes.filter(isRoute) : []);

/** Describes each route of an area that overlaps one of the shell or of another area in the registry. */
export const routeConflicts = (area: AreaDescription, { areas }: Registry): string[] =>
  area.routes.flatMap((route) => [
    ...reserved
      .filter((page) => routesOverlap(route, page))
      .map(({ path }) => `the route ${route.path} overlaps ${path}, which is reserved for the shell`),
    ...areas
      .filter(({ id }) => id !== area.id)
      .flatMap(({ id, routes }) =>
        validRoutes(routes)
          .filter((other) => routesOverlap(route, other))
          .map(({ path }) => `the route ${route.path} overlaps ${path} of the area ${id}`),
      ),
  ]);
