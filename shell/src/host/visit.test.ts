import type { AreaEntry, AreaRoute, Registry } from '@readerlens/contract/registry';
import { nextVisit } from './visit.ts';

const area = (id: string, version: string, ...paths: string[]) => {
  const routes: AreaRoute[] = paths.map((path) => ({ path, title: `${version} ${path}`, access: {} }));
  return { id, version, routes } as unknown as AreaEntry;
};
const buildRegistry = (...areas: AreaEntry[]): Registry => ({ areas });

const before = buildRegistry(area('one', 'v1', '/a', '/b'), area('two', 'v1', '/two'));
const start = nextVisit({ pathname: '', match: undefined, number: 0 }, before, '/a');

const summary = ({ match, number }: ReturnType<typeof nextVisit>) => ({
  visit: number,
  shown: match && `${match.area.id} ${match.area.version}`,
  title: match?.route.title,
});

describe('nextVisit', () => {
  it('keeps the version of an area as entered, and starts a new visit in another area', () => {
    expect(summary(start)).toEqual({ visit: 1, shown: 'one v1', title: 'v1 /a' });
    const second = nextVisit(start, before, '/b');
    expect(summary(second)).toEqual({ visit: 1, shown: 'one v1', title: 'v1 /b' });
    expect(summary(nextVisit(second, before, '/two'))).toMatchObject({ visit: 2, shown: 'two v1' });
  });

  it.each([
    ['moves its routes', buildRegistry(area('one', 'v2', '/elsewhere'))],
    ['moves the address to another area', buildRegistry(area('two', 'v2', '/a'))],
    ['removes the area', buildRegistry()],
  ])('keeps the current page when a deploy %s', (_, after) => {
    expect(nextVisit(start, after, '/a')).toBe(start);
  });

  it('keeps the running version while it has a route for the address', () => {
    const after = buildRegistry(area('one', 'v2', '/a', '/new'));
    expect(summary(nextVisit(start, after, '/b'))).toMatchObject({ visit: 1, shown: 'one v1' });
    const shared = buildRegistry(area('one', 'v2', '/b'));
    expect(summary(nextVisit(start, shared, '/b'))).toEqual({ visit: 1, shown: 'one v1', title: 'v2 /b' });
  });

  it('enters the latest version for an address that only it has', () => {
    const after = buildRegistry(area('one', 'v2', '/a', '/new'));
    expect(summary(nextVisit(start, after, '/new'))).toMatchObject({ visit: 2, shown: 'one v2' });
  });

  it('follows an address that moved to another area', () => {
    const after = buildRegistry(area('one', 'v2', '/a'), area('two', 'v2', '/b'));
    expect(summary(nextVisit(start, after, '/b'))).toMatchObject({ visit: 2, shown: 'two v2' });
  });

  it('enters an area that is deployed while its address is open', () => {
    const lost = nextVisit(start, before, '/new');
    expect(lost.match).toBeUndefined();
    expect(nextVisit(lost, before, '/new')).toBe(lost);
    expect(summary(nextVisit(lost, buildRegistry(area('one', 'v2', '/new')), '/new'))).toMatchObject({
      shown: 'one v2',
    });
  });
});
