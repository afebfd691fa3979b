import type { AreaEntry, AreaLink } from '@readerlens/contract/registry';
import { featureDefaults } from '@readerlens/contract/vocabulary';
import type { FeatureFlags } from '@readerlens/contract/vocabulary';
import { admin, client } from '../testing/people.ts';
import type { Person } from '../testing/people.ts';
import { testRegistry } from '../testing/registry.ts';
import { findRefusedLinks, findSlotLinks } from './slot-links.tsx';

const slot = 'analytics/reader-actions/v1';
interface Viewer {
  person?: Person;
  features?: Partial<FeatureFlags>;
}

const [template] = testRegistry.areas as [AreaEntry];

const link = (label: string, change: Partial<AreaLink> = {}): AreaLink => ({
  slot,
  label,
  order: 10,
  to: '/notes/{reader}?f={search}',
  access: {},
  ...change,
});

const findWith = <Found,>(
  search: (...of: Parameters<typeof findSlotLinks>) => Found,
  links: AreaLink[],
  { person = client, features = {} }: Viewer = {},
): Found => {
  const areas = [
    { ...template, id: 'last', links: [link('Last', { order: 99 })] },
    { ...template, id: 'first', links },
    { ...template, id: 'none' },
  ];
  const claims = { ...person, exp: Number.MAX_SAFE_INTEGER };
  return search({ areas }, slot, { claims, features: { ...featureDefaults, ...features } });
};
const find = (links: AreaLink[], viewer?: Viewer) => findWith(findSlotLinks, links, viewer);
const listLabels = (...args: Parameters<typeof find>) => find(...args).map(({ label }) => label);

it('has the links of all areas, in their order', () => {
  expect(listLabels([link('Second', { order: 20 }), link('First')])).toEqual(['First', 'Second', 'Last']);
});

it('has no links of other slots', () => {
  expect(listLabels([link('Other', { slot: 'analytics/reader-actions/v2' })])).toEqual(['Last']);
});

it('has only links that the user may follow', () => {
  const links = [link('Review', { access: { claim: 'reviewActivities' } })];
  expect(listLabels(links)).toEqual(['Last']);
  expect(listLabels(links, { person: admin })).toEqual(['Review', 'Last']);
});

it('says of a link why the user may not follow it, if only a claim is missing and its area has words for that', () => {
  const listReasons = (links: AreaLink[], viewer?: Viewer) =>
    findWith(findRefusedLinks, links, viewer).map(({ label, reason }) => [label, reason]);
  const review = link('Review', { access: { claim: 'reviewActivities' }, withoutClaim: 'Ask for it.' });
  expect(listReasons([review, link('Silent', { access: { claim: 'reviewActivities' } })])).toEqual([
    ['Review', 'Ask for it.'],
  ]);
  expect(listReasons([{ ...review, slot: 'analytics/reader-actions/v2' }])).toEqual([]);
  expect(listReasons([{ ...review, access: { claim: 'reviewActivities', role: 'Internal' } }])).toEqual([]);
  const off = { features: { marketingPerformance: false } };
  expect(listReasons([{ ...review, feature: 'marketingPerformance' }], off)).toEqual([]);
  expect(listReasons([review], { person: admin })).toEqual([]);
});

it('has no links of a feature that is off', () => {
  const links = [link('Influence', { feature: 'marketingPerformance' })];
  expect(listLabels(links, { features: { marketingPerformance: true } })).toEqual(['Influence', 'Last']);
  expect(listLabels(links, { features: { marketingPerformance: false } })).toEqual(['Last']);
});

it('fills the address with a context, as text', () => {
  const [first] = find([link('Notes')]);
  expect(first?.fill({ reader: 'a/b?c', search: 'Clients:1;Title.Contains:x & y' })).toBe(
    '/notes/a%2Fb%3Fc?f=Clients:1;Title.Contains:x%20%26%20y',
  );
  expect(first?.fill({ reader: '5' })).toBeUndefined();
  expect(first?.fill({ reader: '5', search: null })).toBeUndefined();
});
