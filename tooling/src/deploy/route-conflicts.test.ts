import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reservedPaths } from '@readerlens/contract/registry';
import { repositoryRoot } from '../paths.ts';
import { areaManifest } from '../testing/area-manifest.ts';
import { routeConflicts } from './route-conflicts.ts';
import { matchesRoute, routesOverlap } from './route-patterns.ts';

const exact = (route: string) => ({ path: route, exact: true });
const open = (route: string) => ({ path: route });

describe('routesOverlap', () => {
  it.each([
    [exact('/a'), exact('/a')],
    [exact('/a/'), exact('/a')],
    [open('/a'), exact('/a/b/c')],
    [open('/a'), open('/a/b')],
    [exact('/:any'), exact('/a')],
    [exact('/a/:id'), exact('/:x/b')],
    [exact('/a/b?'), exact('/a')],
    [exact('/a/:b?/c'), exact('/a/c')],
    [exact('/a/*'), exact('/a/b/c')],
    [open('/'), exact('/anything')],
    [exact('/'), open('/')],
  ])('sees that %j and %j do', (a, b) => {
    expect([routesOverlap(a, b), routesOverlap(b, a)]).toEqual([true, true]);
  });

  it.each([
    [exact('/a'), exact('/b')],
    [exact('/a'), exact('/a/b')],
    [exact('/'), open('/a')],
    [exact('/a/:id'), exact('/a')],
    [exact('/a/b?'), exact('/a/c')],
    [open('/ab'), open('/a')],
  ])('sees that %j and %j do not', (a, b) => {
    expect([routesOverlap(a, b), routesOverlap(b, a)]).toEqual([false, false]);
  });

  it('tells which paths a route covers', () => {
    expect(matchesRoute(open('/reader/:id'), '/reader/7/documents')).toBe(true);
    expect(matchesRoute(exact('/reader/:id'), '/reader/7/documents')).toBe(false);
  });
});

describe('routeConflicts', () => {
  const area = (id: string, ...routes: string[]) =>
    areaManifest({ id, routes: routes.map((route) => ({ ...exact(route), title: route, access: {} })) });
  const registry = { areas: [area('review', '/review', '/review/:id')] };

  it('names the routes of other areas and of the shell', () => {
    expect(routeConflicts(area('other', '/review/new', '/login', '/api/x', '/other'), registry)).toEqual([
      'the route /review/new meets /review/:id of the area review',
      'the route /login meets /login, which the shell keeps for itself',
      'the route /api/x meets /api/*, which the shell keeps for itself',
    ]);
  });

  it('lets an area keep its own', () => {
    expect(routeConflicts(area('review', '/review', '/review/:id/edit'), registry)).toEqual([]);
  });

  it('knows every page that the shell has', () => {
    const source = readFileSync(path.join(repositoryRoot, 'shell', 'src', 'routes.tsx'), 'utf8');
    const pages = [...source.matchAll(/path: '(\/[^']*)'/g)].map((match) => match[1]);
    expect(pages.length).toBeGreaterThan(3);
    expect(reservedPaths).toEqual(expect.arrayContaining(pages));
  });
});
