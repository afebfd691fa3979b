import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { matchArea } from './match-area.ts';

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
  });

  it.each(['/nowhere', '/admin', '/admin/users/x', '/analyticsx'])('%s belongs to none', (pathname) => {
    expect(at(pathname)).toBeUndefined();
  });
});
