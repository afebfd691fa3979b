import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reservedPaths } from '@readerlens/contract/registry';
import { repositoryRoot } from '../paths.ts';
import { areaManifest } from '../testing/area-manifest.ts';
import { routeConflicts } from './route-conflicts.ts';
import { matchesRoute, routesOverlap } from '../area/route-patterns.ts';

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
  ])('%j and %j overlap', (a, b) => {
    expect([routesOverlap(a, b), routesOverlap(b, a)]).toEqual([true, true]);
  });

  it.each([
    [exact('/a'), exact('/b')],
    [exact('/a'), exact('/a/b')],
    [exact('/'), open('/a')],
    [exact('/a/:id'), exact('/a')],
    [exact('/a/b?'), exact('/a/c')],
    [open('/ab'), open('/a')],
  ])('%j and %j do not overlap', (a, b) => {
    expect([routesOverlap(a, b), routesOverlap(b, a)]).toEqual([false, false]);
  });

  it('matches the paths below a route unless it is exact', () => {
    expect(matchesRoute(open('/reader/:id'), '/reader/7/documents')).toBe(true);
    expect(matchesRoute(exact('/reader/:id'), '/reader/7/documents')).toBe(false);
  });
});

describe('routeConflicts', () => {
  const area = (id: string, ...routes: string[]) =>
    areaManifest({ id, routes: routes.map((route) => ({ ...exact(route), title: route, access: {} })) });
  const registry = { areas: [area('review', '/review', '/review/:id')] };

  it('reports overlaps with the routes of other areas and of the shell', () => {
    expect(routeConflicts(area('other', '/review/new', '/login', '/api/x', '/other'), registry)).toEqual([
      'the route /review/new overlaps /review/:id of the area review',
      'the route /login overlaps /login, which is reserved for the shell',
      'the route /api/x overlaps /api/*, which is reserved for the shell',
    ]);
  });

  it("ignores the area's own deployed routes", () => {
    expect(routeConflicts(area('review', '/review', '/review/:id/edit'), registry)).toEqual([]);
  });

  it('reserves every page of the shell', () => {
    const source = readFileSync(path.join(repositoryRoot, 'shell', 'src', 'routes.tsx'), 'utf8');
    const pages = [...source.matchAll(/path: '(\/[^']*)'/g)].map((match) => match[1]);
    expect(pages.length).toBeGreaterThan(3);
    expect(reservedPaths).toEqual(expect.arrayContaining(pages));
  });
});
