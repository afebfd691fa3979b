import { reservedPaths } from '@readerlens/contract/registry';
import type { AreaDescription, Registry } from '@readerlens/contract/registry';
import { routesOverlap } from './route-patterns.ts';

const reserved = reservedPaths.map((path) => ({ path, exact: true }));

/** In words, each route of an area that belongs to somebody else: the shell, or another area of the registry. */
export const routeConflicts = (area: AreaDescription, { areas }: Registry): string[] =>
  area.routes.flatMap((route) => [
    ...reserved
      .filter((page) => routesOverlap(route, page))
      .map(({ path }) => `the route ${route.path} meets ${path}, which the shell keeps for itself`),
    ...areas
      .filter(({ id }) => id !== area.id)
      .flatMap(({ id, routes }) =>
        routes
          .filter((other) => routesOverlap(route, other))
          .map(({ path }) => `the route ${route.path} meets ${path} of the area ${id}`),
      ),
  ]);
