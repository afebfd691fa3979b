import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { hasArea, matchArea } from './visit.ts';

const area = (id: string, ...paths: [path: string, exact?: boolean][]): AreaEntry =>
  ({
    id,
    routes: paths.map(([path, exact]) => ({ path, title: path, access: {}, ...(exact ? { exact } : {}) })),
  }) as AreaEntry;

const registry: Registry = {
  areas: [
    area('analytics', ['/', true], ['/analytics']),
    area('admin', ['/admin/users', true], ['/admin/user/:userId?']),
    area('onboarding', ['/admin/onboarding/:id'], ['/onboarding/:id/:step?']),
  ],
};

const at = (pathname: string) => matchArea(registry, pathname)?.area.id;

const notes: Registry = {
  areas: [
    area('home', ['/'], ['/notes/*']),
    area(
      'notes',
      ['/notes/:noteId'],
      ['/notes/new', true],
      ['/notes/:noteId/history', true],
      ['/drafts/:id?'],
    ),
    area('archive', ['/drafts/all']),
  ],
};
const routeAt = (pathname: string) => matchArea(notes, pathname)?.route.path;

describe('matchArea', () => {
  it.each([
    ['/', 'analytics'],
    ['/analytics/search', 'analytics'],
    ['/admin/users', 'admin'],
    ['/admin/user/', 'admin'],
    ['/admin/user/12', 'admin'],
    ['/admin/onboarding/7', 'onboarding'],
    ['/onboarding/7/2', 'onboarding'],
  ])('%s belongs to %s', (pathname, id) => {
    expect(at(pathname)).toBe(id);
    expect(hasArea(registry, pathname)).toBe(true);
  });

  it.each(['/nowhere', '/admin', '/admin/users/x', '/analyticsx'])('%s belongs to none', (pathname) => {
    expect(at(pathname)).toBeUndefined();
    expect(hasArea(registry, pathname)).toBe(false);
  });

  it.each([
    ['/notes/new', '/notes/new'],
    ['/notes/new/', '/notes/new'],
    ['/notes/n%65w', '/notes/new'],
    ['/notes/7', '/notes/:noteId'],
    ['/notes/new/page', '/notes/:noteId'],
    ['/notes/new/history', '/notes/:noteId/history'],
    ['/notes', '/notes/*'],
    ['/drafts', '/drafts/:id?'],
    ['/drafts/7/page', '/drafts/:id?'],
    ['/drafts/all', '/drafts/all'],
    ['/elsewhere', '/'],
    ['/', '/'],
  ])('%s is guarded as %s, the route that the router shows', (pathname, path) => {
    expect(routeAt(pathname)).toBe(path);
  });
});
