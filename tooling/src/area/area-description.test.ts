import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { AreaDescriptionError, parseAreaDescription } from './area-description.ts';

const good = {
  id: 'sample',
  name: 'Sample',
  routes: [{ path: '/sample/:id', title: 'Sample', access: { claim: 'reviewActivities' } }],
  navigation: [{ group: 'Admin', label: 'Sample', to: '/sample/new?a=1', order: 1, access: {} }],
};

const listProblems = (text: string) => {
  try {
    parseAreaDescription('area.json', text);
    return [];
  } catch (error) {
    if (error instanceof AreaDescriptionError)
      return error.problems.map(({ field, rule }) => `${field} ${rule}`);
    throw error;
  }
};

const changed = (change: (area: typeof good) => unknown) => {
  const area = structuredClone(good);
  change(area);
  return listProblems(JSON.stringify(area));
};

describe('parseAreaDescription', () => {
  it('accepts a valid description', () => {
    expect(parseAreaDescription('area.json', JSON.stringify(good))).toEqual(good);
  });

  it.each(['mf-analytics', 'mf-review', 'mf-admin', 'mf-alerts', 'mf-onboarding'])(
    'accepts area.json of %s',
    (name) => {
      expect(listProblems(readFileSync(path.join(repositoryRoot, name, 'area.json'), 'utf8'))).toEqual([]);
    },
  );

  it.each([
    'chart-column',
    'ChartColumn',
    'building-2',
    'Building2',
    'M4 4h16v16H4z',
    'M21.8 16a2 2 0 01-1 1.73l-7 4M3.3 7 12 12l8.7-5M12 22V12',
  ])('accepts the icon %s', (icon) => {
    expect(changed((area) => Object.assign(area.navigation[0]!, { icon }))).toEqual([]);
  });

  it('accepts a badge and a feature', () => {
    expect(
      changed((area) => {
        Object.assign(area.navigation[0]!, { badge: { call: 'GET /api/sample/unread', label: 'unread' } });
        Object.assign(area.routes[0]!, { feature: 'marketingPerformance' });
      }),
    ).toEqual([]);
  });

  it('accepts claims of the area, where it uses them', () => {
    expect(
      changed((area) => {
        const access = { claim: 'area:sample:edit' };
        Object.assign(area, {
          claims: [{ name: 'edit', label: 'Edit', description: 'Write and delete' }],
          links: [{ slot: 'other/rows/v1', label: 'Edit', order: 1, to: '/sample/1', access }],
        });
        Object.assign(area.routes[0]!, { access });
        Object.assign(area.navigation[0]!, { access });
      }),
    ).toEqual([]);
  });

  it('accepts switches of the area, and reports others and repeated ones', () => {
    const declared = { name: 'drafts', label: 'Drafts', default: false };
    const report = (feature: string, switches: object[] = [declared]) =>
      changed((area) => {
        Object.assign(area, { switches });
        Object.assign(area.routes[0]!, { feature });
      });
    expect(report('area:sample:drafts')).toEqual([]);
    expect(report('area:sample:beta')).toEqual([
      'routes[0].feature is area:sample:beta, which `switches` does not declare',
    ]);
    expect(report('area:other:drafts')).toEqual([
      'routes[0].feature is area:other:drafts; switches of this area start with area:sample:',
    ]);
    expect(report('area:sample:drafts', [declared, declared])).toEqual(['switches[1].name repeats drafts']);
  });

  it.each([
    ['of another area', 'area:other:edit', 'is area:other:edit; claims of this area start with area:sample:'],
    ['that is not declared', 'area:sample:burn', 'is area:sample:burn, which `claims` does not declare'],
    ['with a malformed name', 'area:sample:Burn!', 'must be one of reviewActivities, '],
  ])('reports a claim %s, wherever it is used', (_case, claim, rule) => {
    const access = { claim };
    const link = { slot: 'other/rows/v1', label: 'Edit', order: 1, to: '/sample/1', access };
    const problems = changed((area) => {
      Object.assign(area, { claims: [{ name: 'edit', label: 'Edit' }], links: [link] });
      Object.assign(area.routes[0]!, { access });
      Object.assign(area.navigation[0]!, { access });
    });
    expect(problems).toEqual(
      ['routes[0]', 'navigation[0]', 'links[0]'].map(
        (place) => expect.stringContaining(`${place}.access.claim ${rule}`) as string,
      ),
    );
  });

  it('reports invalid JSON', () => {
    expect(listProblems('{')).toEqual([expect.stringContaining('is not valid JSON')]);
  });

  it.each<[string, (area: typeof good) => unknown, string]>([
    ['a missing name', (area) => Reflect.deleteProperty(area, 'name'), 'name is missing'],
    [
      'a bad id',
      (area) => (area.id = 'Sample Area'),
      "id must be a name of lowercase letters, digits and hyphens, such as 'review'",
    ],
    ['no routes', (area) => (area.routes = []), 'routes must NOT have fewer than 1 items'],
    [
      'a path without a slash',
      (area) => (area.routes[0]!.path = 'sample'),
      "routes[0].path must be a URL path, such as '/reader/:id'",
    ],
    [
      'an unknown role',
      (area) => Object.assign(area.routes[0]!.access, { role: 'Owner' }),
      'routes[0].access.role must be one of Client, Premium, Internal, Admin, SystemAdmin',
    ],
    [
      'an unknown claim',
      (area) => (area.routes[0]!.access.claim = 'everything'),
      expect.stringContaining('routes[0].access.claim must be one of reviewActivities') as string,
    ],
    [
      'an unknown option',
      (area) => Object.assign(area.routes[0]!, { exakt: true }),
      'routes[0].exakt is not a known field',
    ],
    [
      'an unknown feature',
      (area) => Object.assign(area.navigation[0]!, { feature: 'everything' }),
      expect.stringContaining('navigation[0].feature must be one of marketingPerformance') as string,
    ],
    [
      'an icon that the shell does not have',
      (area) => Object.assign(area.navigation[0]!, { icon: 'notebook' }),
      expect.stringMatching(
        /^navigation\[0\]\.icon is notebook; it must be SVG path data, such as .*, or one of activity, .*, users$/,
      ) as string,
    ],
    [
      'path data that cannot be drawn',
      (area) => Object.assign(area.navigation[0]!, { icon: 'M4 4h16v' }),
      expect.stringMatching(/^navigation\[0\]\.icon is not SVG path data: /) as string,
    ],
    [
      'path data with something else in it',
      (area) => Object.assign(area.navigation[0]!, { icon: 'M4 4"><script>' }),
      expect.stringMatching(/^navigation\[0\]\.icon is not SVG path data: /) as string,
    ],
    [
      'path data on another grid',
      (area) => Object.assign(area.navigation[0]!, { icon: 'M64 64l384 0v384z' }),
      'navigation[0].icon reaches 64; an icon is drawn on a grid of 24 by 24',
    ],
    [
      'path data that leaves the grid at its end',
      (area) => Object.assign(area.navigation[0]!, { icon: 'M4 4h16v21' }),
      'navigation[0].icon reaches 25; an icon is drawn on a grid of 24 by 24',
    ],
    [
      'a badge call with parameters',
      (area) =>
        Object.assign(area.navigation[0]!, { badge: { call: 'GET /api/sample/{id}', label: 'unread' } }),
      "navigation[0].badge.call must be a call without parameters, such as 'GET /api/sample/unread-count'",
    ],
    [
      'a claim with a name that cannot be used',
      (area) => Object.assign(area, { claims: [{ name: 'Edit it', label: 'Edit' }] }),
      "claims[0].name must be a name of lowercase letters, digits and hyphens, such as 'edit'",
    ],
    [
      'a duplicate claim',
      (area) =>
        Object.assign(area, {
          claims: [
            { name: 'edit', label: 'Edit' },
            { name: 'edit', label: 'Change' },
          ],
        }),
      'claims[1].name repeats edit',
    ],
    ['a duplicate route', (area) => area.routes.push(area.routes[0]!), 'routes[1].path repeats /sample/:id'],
    [
      'a group that is nested too deep',
      (area) => (area.navigation[0]!.group = 'A/B/C'),
      'navigation[0].group is A/B/C; groups nest one level deep, as in A/B',
    ],
    [
      'a menu entry that links to another area',
      (area) => (area.navigation[0]!.to = '/other'),
      'navigation[0].to links to /other, which is not a route of this area',
    ],
  ])('reports %s', (_case, change, expected) => {
    expect(changed(change)).toEqual([expected]);
  });

  it('lists every problem at once', () => {
    const text = JSON.stringify({ ...good, name: '', navigation: [{}] });
    expect(() => parseAreaDescription('mf-sample/area.json', text)).toThrow(
      /^mf-sample\/area.json is invalid:\n- name .*\n- navigation\[0\].group is missing\n/,
    );
  });
});
