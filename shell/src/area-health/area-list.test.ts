import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { areaList } from './area-list.ts';
import type { Known, VersionHealth } from './area-list.ts';
import { rateVital, showMs, showVital } from './vital-rating.ts';

const row = (area: string, version: string) => ({ area, version }) as VersionHealth;
const registry = {
  areas: [
    { id: 'analytics', name: 'Analytics', version: 'a2', previous: { version: 'a1' }, owner: 'Insights' },
    { id: 'review', name: 'Review Activities', version: 'r1' },
  ] as AreaEntry[],
} satisfies Registry;
const list = (known: Partial<Known> = {}) =>
  areaList({ registry, health: [], states: {}, preview: undefined, ...known });

describe('areaList', () => {
  it('lists every deployed area, with or without reports, and the status of each version', () => {
    const health = [row('analytics', 'a3'), row('analytics', 'a2'), row('analytics', 'a1')];
    expect(list({ health, states: { review: { version: 'r1', phase: 'loaded' } } })).toEqual([
      {
        id: 'analytics',
        name: 'Analytics',
        version: 'a2',
        status: 'live',
        previous: 'a1',
        provenance: { owner: 'Insights' },
        state: undefined,
        versions: [
          { ...row('analytics', 'a3'), status: 'other' },
          { ...row('analytics', 'a2'), status: 'live' },
          { ...row('analytics', 'a1'), status: 'previous' },
        ],
      },
      expect.objectContaining({ id: 'review', state: { version: 'r1', phase: 'loaded' }, versions: [] }),
    ]);
  });

  it('distinguishes a preview from the live version', () => {
    const [area] = list({ preview: { area: 'analytics', version: 'a2' }, health: [row('analytics', 'a2')] });
    expect([area?.status, area?.versions[0]?.status]).toEqual(['preview', 'preview']);
  });

  it('keeps reported areas that are no longer deployed, and works without a registry', () => {
    const health = [row('alerts', 'x2'), row('alerts', 'x1')];
    expect(list({ health }).map(({ id, version }) => `${id} ${version}`)).toEqual([
      'analytics a2',
      'review r1',
      'alerts undefined',
    ]);
    expect(list({ registry: undefined, health })).toHaveLength(1);
    expect(list({ registry: undefined })).toEqual([]);
  });
});

it.each([
  ['LCP', 2500, 'good', '2,500 ms'],
  ['LCP', 2501, 'needs improvement', '2,501 ms'],
  ['LCP', 12_345, 'poor', '12.3 s'],
  ['INP', 200, 'good', '200 ms'],
  ['INP', 500, 'needs improvement', '500 ms'],
  ['INP', 501, 'poor', '501 ms'],
  ['CLS', 0.1, 'good', '0.10'],
  ['CLS', 0.123, 'needs improvement', '0.123'],
  ['CLS', 0.26, 'poor', '0.26'],
] as const)('%s of %d is %s', (vital, value, rating, text) => {
  expect(rateVital(vital, value)).toBe(rating);
  expect(showVital(vital, value)).toBe(text);
});

it('formats durations', () => {
  expect([showMs(0), showMs(9_999.4), showMs(10_000)]).toEqual(['0 ms', '9,999 ms', '10.0 s']);
});
