import type { AreaEntry, AreaNavigation, Registry } from '@readerlens/contract/registry';

export const entry = (
  group: string,
  label: string,
  to: string,
  more: Partial<AreaNavigation> = {},
): AreaNavigation => ({
  group,
  label,
  to,
  order: 1,
  access: {},
  ...more,
});

const navigation = [
  entry('Analytics', 'Performance Overview', '/'),
  entry('Analytics', 'Engagements Search', '/analytics/search', { order: 2 }),
  entry('Marketing Performance', 'Content Insights', '/performance/content-insights', {
    access: { claim: 'accessMarketingPerformance' },
    feature: 'marketingPerformance',
  }),
  entry('Admin', 'Review Activities', '/review-activities', { access: { claim: 'reviewActivities' } }),
];

const area: AreaEntry = {
  id: 'analytics',
  name: 'Analytics',
  version: '1',
  container: 'analytics',
  base: '/areas/analytics/1/',
  entry: 'entry.js',
  module: './area',
  preload: [],
  consumes: [],
  integrity: {},
  navigation,
  routes: navigation.map(({ label, to, access }) => ({ path: to, title: label, exact: true, access })),
};

/** One area with an open route, a paid one and one for staff. */
export const testRegistry: Registry = { areas: [area] };
