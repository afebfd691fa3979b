import type { TokenClaims } from '@readerlens/auth';
import { withSwitches } from '@readerlens/contract/registry';
import type { AreaNavigation } from '@readerlens/contract/registry';
import { featureDefaults } from '@readerlens/contract/vocabulary';
import type { FeatureFlags, FeatureName } from '@readerlens/contract/vocabulary';
import { admin, client } from '../testing/people.ts';
import { entry, testRegistry } from '../testing/registry.ts';
import { isTurnedOff, navGroups } from './nav-model.ts';
import type { NavGroup } from './nav-model.ts';

const buildRegistry = (navigation: AreaNavigation[]) => ({
  areas: [{ ...testRegistry.areas[0]!, navigation }],
});
const buildClaims = (person: typeof client): TokenClaims => ({ ...person, exp: 4_000_000_000 });
const outline = (groups: NavGroup[]): unknown =>
  groups.map(({ name, items, groups: nested }) => [
    name,
    ...items.map((item) => item.label),
    ...(nested.length > 0 ? [outline(nested)] : []),
  ]);
const of = (navigation: AreaNavigation[], person = client, features: Partial<FeatureFlags> = {}) =>
  navGroups(buildRegistry(navigation), {
    claims: buildClaims(person),
    features: { ...featureDefaults, ...features },
    notIncluded: 'Not included',
  });

it('orders groups and entries, and nests a group in a group', () => {
  const groups = of([
    entry('Alerts', 'Manage Alerts', '/notifications/search'),
    entry('Analytics', 'Second', '/b', { order: 2 }),
    entry('Analytics', 'First', '/a', { order: 1 }),
    entry('Marketing Performance/Tactic Activity', 'Webinars', '/w', { order: 3 }),
    entry('Marketing Performance', 'Insights', '/i', { order: 4 }),
  ]);
  expect(outline(groups)).toEqual([
    ['Analytics', 'First', 'Second'],
    ['Marketing Performance', 'Insights', [['Tactic Activity', 'Webinars']]],
    ['Alerts', 'Manage Alerts'],
  ]);
});

it('leaves out what is not permitted, and groups without entries', () => {
  const staff = entry('Admin', 'Manage Users', '/admin/users', { access: { role: 'Internal' } });
  expect(of([staff])).toEqual([]);
  expect(outline(of([staff], admin))).toEqual([['Admin', 'Manage Users']]);
});

it('shows a paid feature to every user and says why its link is disabled', () => {
  const paid = entry('Marketing Performance', 'Insights', '/i', {
    access: { claim: 'accessMarketingPerformance' },
    feature: 'marketingPerformance',
  });
  const reason = (person: typeof client, on: boolean) =>
    of([paid], person, { marketingPerformance: on })[0]?.items[0]?.disabledReason;
  expect(reason(client, true)).toBe('Not included');
  expect(reason(admin, false)).toBe('Not available');
  expect(reason(admin, true)).toBeUndefined();
});

describe('a page of a feature that is off', () => {
  const paid = entry('Marketing Performance', 'Insights', '/i?tab=1', { feature: 'marketingPerformance' });
  const off = { ...featureDefaults, marketingPerformance: false };
  const route = { path: '/*', title: 'Page', access: {} };
  const isOff = (pathname: string, features: FeatureFlags, feature?: FeatureName) =>
    isTurnedOff(
      buildRegistry([paid]),
      { route: { ...route, ...(feature ? { feature } : {}) }, pathname },
      features,
    );

  it('is the page of its menu entry and any page below it', () => {
    expect(isOff('/i', off)).toBe(true);
    expect(isOff('/i/details/7', off)).toBe(true);
    expect(isOff('/i', featureDefaults)).toBe(false);
    expect(isOff('/insights', off)).toBe(false);
  });

  it('can have no menu entry if its route names the feature', () => {
    expect(isOff('/other', off)).toBe(false);
    expect(isOff('/other', off, 'marketingPerformance')).toBe(true);
    expect(isOff('/other', featureDefaults, 'marketingPerformance')).toBe(false);
    expect(isOff('/other', off, 'disseminationDashboard')).toBe(false);
  });

  it('follows a switch of an area: its default, unless the installation sets it', () => {
    const notes = {
      ...testRegistry.areas[0]!,
      id: 'notes',
      switches: [
        { name: 'drafts', label: 'Drafts', default: false },
        { name: 'export', label: 'Export', default: true },
      ],
    };
    const listOff = (installation: Partial<FeatureFlags> = {}) => {
      const features = withSwitches({ ...featureDefaults, ...installation }, { areas: [notes] });
      const switches = ['area:notes:drafts', 'area:notes:export', 'area:notes:unknown'] as const;
      return switches.filter((feature) => isOff('/other', features, feature));
    };
    expect(listOff()).toEqual(['area:notes:drafts', 'area:notes:unknown']);
    expect(listOff({ 'area:notes:drafts': true, 'area:notes:export': false })).toEqual([
      'area:notes:export',
      'area:notes:unknown',
    ]);
  });
});

it('shows a badge only to users who may use the entry', () => {
  const badge = { call: 'GET /api/x/unread', label: 'unread' } as const;
  const unread = entry('Alerts', 'Notification Dashboard', '/n', {
    access: { claim: 'viewNotifications' },
    badge,
  });
  const may = { ...client, claims: ['viewNotifications' as const] };
  expect(of([unread], may)[0]?.items[0]?.badge).toEqual(badge);
  expect(of([unread])).toEqual([]);
  const paid = { ...unread, feature: 'marketingPerformance' as const };
  expect(of([paid])[0]?.items[0]).not.toHaveProperty('badge');
  expect(of([paid], may, { marketingPerformance: false })[0]?.items[0]).not.toHaveProperty('badge');
  expect(of([paid], may)[0]?.items[0]?.badge).toEqual(badge);
});

it('leaves out entries of any other feature that is off', () => {
  const reports = entry('Analytics', 'Activity Reports', '/r', { feature: 'disseminationDashboard' });
  expect(of([reports], client, { disseminationDashboard: false })).toEqual([]);
  expect(outline(of([reports], client, { disseminationDashboard: true }))).toEqual([
    ['Analytics', 'Activity Reports'],
  ]);
});
