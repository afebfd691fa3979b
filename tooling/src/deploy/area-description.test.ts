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

const problemsOf = (text: string) => {
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
  return problemsOf(JSON.stringify(area));
};

describe('parseAreaDescription', () => {
  it('takes a good one', () => {
    expect(parseAreaDescription('area.json', JSON.stringify(good))).toEqual(good);
  });

  it.each(['mf-analytics', 'mf-review'])('takes that of %s', (name) => {
    expect(problemsOf(readFileSync(path.join(repositoryRoot, name, 'area.json'), 'utf8'))).toEqual([]);
  });

  it.each(['chart-column', 'ChartColumn', 'building-2', 'Building2'])('takes the icon %s', (icon) => {
    expect(changed((area) => Object.assign(area.navigation[0]!, { icon }))).toEqual([]);
  });

  it('says what is no JSON', () => {
    expect(problemsOf('{')).toEqual([expect.stringContaining('is not JSON')]);
  });

  it.each<[string, (area: typeof good) => unknown, string]>([
    ['a missing name', (area) => Reflect.deleteProperty(area, 'name'), 'name is missing'],
    [
      'a bad id',
      (area) => (area.id = 'Sample Area'),
      "id must be a name of lower-case letters, digits and hyphens, such as 'review'",
    ],
    ['no routes', (area) => (area.routes = []), 'routes must NOT have fewer than 1 items'],
    [
      'a path without a slash',
      (area) => (area.routes[0]!.path = 'sample'),
      "routes[0].path must be a path of the page, such as '/reader/:id'",
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
      'routes[0].exakt is not known here',
    ],
    [
      'an unknown feature',
      (area) => Object.assign(area.navigation[0]!, { feature: 'everything' }),
      expect.stringContaining('navigation[0].feature must be one of marketingPerformance') as string,
    ],
    [
      'an icon that the shell does not draw',
      (area) => Object.assign(area.navigation[0]!, { icon: 'notebook' }),
      expect.stringMatching(
        /^navigation\[0\]\.icon is notebook; the shell draws activity, bell-ring, .*, users$/,
      ) as string,
    ],
    [
      'a route that is there twice',
      (area) => area.routes.push(area.routes[0]!),
      'routes[1].path is /sample/:id once more',
    ],
    [
      'a group that goes too deep',
      (area) => (area.navigation[0]!.group = 'A/B/C'),
      'navigation[0].group is A/B/C; a group has one level inside, as in A/B',
    ],
    [
      'a menu entry that leads elsewhere',
      (area) => (area.navigation[0]!.to = '/other'),
      'navigation[0].to leads to /other, which is no route of this area',
    ],
  ])('names %s', (_what, change, expected) => {
    expect(changed(change)).toEqual([expected]);
  });

  it('names every problem at once, in words', () => {
    const text = JSON.stringify({ ...good, name: '', navigation: [{}] });
    expect(() => parseAreaDescription('mf-sample/area.json', text)).toThrow(
      /^mf-sample\/area.json cannot be used:\n- name .*\n- navigation\[0\].group is missing\n/,
    );
  });
});
