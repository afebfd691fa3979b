import { defineArea, lazyScreen } from '@readerlens/ui';
import { PerformanceOverviewScreen } from './performance-overview/performance-overview.screen.tsx';

// The first screen comes with the area: loading it apart would cost a round trip on the page most people start on.
export const { bootstrap, mount, unmount, update, prefetch } = defineArea({
  name: 'analytics',
  routes: [
    { path: '/', Component: PerformanceOverviewScreen },
    {
      path: '/analytics/search',
      Component: lazyScreen(async () => {
        const { EngagementsSearchScreen } =
          await import('./engagements-search/engagements-search.screen.tsx');
        return EngagementsSearchScreen;
      }),
    },
    {
      path: '/individual-activity/:activityReportConfigId/:activityReportId/:activityId',
      Component: lazyScreen(async () => {
        const { IndividualActivityScreen } =
          await import('./individual-activity/individual-activity.screen.tsx');
        return IndividualActivityScreen;
      }),
    },
  ],
});
