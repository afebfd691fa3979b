import type { AreaEntry, AreaRoute, Registry } from '@readerlens/contract/registry';
import { useState } from 'react';
import { matchPath, matchRoutes } from 'react-router-dom';

export interface AreaMatch<A = AreaEntry> {
  area: A;
  route: AreaRoute;
}

/** The pattern in the router's syntax: '*' matches everything below a route that is not exact. */
const toRouterPattern = ({ path, exact }: AreaRoute): string =>
  exact || path.endsWith('*') ? path : `${path.replace(/\/$/, '')}/*`;

/**
 * The area and route that a path belongs to. The router ranks the routes, as it does inside the area: with any other
 * order the guard of one screen would protect another.
 */
export const matchArea = <A extends { routes: AreaRoute[] } = AreaEntry>(
  { areas }: { areas: readonly A[] },
  pathname: string,
): AreaMatch<A> | undefined => {
  const routes = areas.flatMap((area) =>
    area.routes.map((route) => ({ path: toRouterPattern(route), handle: { area, route } })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};

/** Whether an area has the path of a link. Does not rank the routes, because a page asks for each of its links. */
export const hasArea = ({ areas }: Registry, pathname: string): boolean =>
  areas.some(({ routes }) => routes.some((route) => matchPath(toRouterPattern(route), pathname)));

/** A stay in an area, or at an address that no area has. */
export interface Visit {
  pathname: string;
  match: AreaMatch | undefined;
  /** A different number is a new visit: the area is unmounted and mounted again. */
  number: number;
}

const nowhere: Visit = { pathname: '', match: undefined, number: 0 };

/**
 * The next visit. A deploy does not replace an open page: the area keeps the version in which it was entered while that
 * version has a route for the address. An address that only a newer version has starts a new visit.
 */
export const nextVisit = (visit: Visit, registry: Registry, pathname: string): Visit => {
  const { match } = visit;
  if (match && visit.pathname === pathname) return visit;
  const now = matchArea(registry, pathname);
  if (!match && !now && visit.pathname === pathname) return visit;
  const isSameArea = match && (!now || now.area.id === match.area.id);
  const own = isSameArea ? matchArea({ areas: [match.area] }, pathname) : undefined;
  if (own) return { ...visit, pathname, match: { area: own.area, route: now?.route ?? own.route } };
  return { pathname, match: now, number: visit.number + 1 };
};

/** The visit at an address, by the registry at the time the area was entered. */
export const useVisit = (registry: Registry, pathname: string): Visit => {
  const [visit, setVisit] = useState(nowhere);
  const next = nextVisit(visit, registry, pathname);
  if (next !== visit) setVisit(next);
  return next;
};
