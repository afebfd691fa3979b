import { defineArea, lazyScreen } from '@readerlens/ui';
import { PerformanceOverviewScreen } from './performance-overview/performance-overview.screen.tsx';

// The first screen is part of the area's bundle: loading it separately would cost a round trip on the page most users
// start on.
export const { bootstrap, mount, unmount, update, prefetch, commands } = defineArea({
  name: 'analytics',
  commands: async () => (await import('./commands.ts')).commandSources,
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
      path: '/analytics/content-overview-dashboard',
      Component: lazyScreen(async () => {
        const { ContentOverviewScreen } = await import('./content-overview/content-overview.screen.tsx');
        return ContentOverviewScreen;
      }),
    },
    {
      path: '/analytics/reader-dashboard/:emailOrId?',
      Component: lazyScreen(async () => {
        const { ReaderDashboardScreen } = await import('./reader-dashboard/reader-dashboard.screen.tsx');
        return ReaderDashboardScreen;
      }),
    },
    {
      path: '/analytics/reader-co-dashboard/:company?/:orgId?/:orgName?',
      Component: lazyScreen(async () => {
        const { CompanyDashboardScreen } = await import('./company-dashboard/company-dashboard.screen.tsx');
        return CompanyDashboardScreen;
      }),
    },
    {
      path: '/analytics/most-active-companies-dashboard',
      Component: lazyScreen(async () => {
        const { MostActiveCompaniesScreen } =
          await import('./most-active/companies/most-active-companies.screen.tsx');
        return MostActiveCompaniesScreen;
      }),
    },
    {
      path: '/analytics/most-active-readers-dashboard',
      Component: lazyScreen(async () => {
        const { MostActiveReadersScreen } =
          await import('./most-active/readers/most-active-readers.screen.tsx');
        return MostActiveReadersScreen;
      }),
    },
    {
      path: '/analytics/account-lists',
      Component: lazyScreen(async () => {
        const { AccountListsScreen } = await import('./account-lists/account-lists.screen.tsx');
        return AccountListsScreen;
      }),
    },
    {
      path: '/performance/content-insights',
      Component: lazyScreen(async () => {
        const { ContentInsightsScreen } =
          await import('./marketing/content-insights/content-insights.screen.tsx');
        return ContentInsightsScreen;
      }),
    },
    {
      path: '/performance/net-new-readers-orgs',
      Component: lazyScreen(async () => {
        const { NetNewScreen } = await import('./marketing/net-new/net-new.screen.tsx');
        return NetNewScreen;
      }),
    },
    {
      path: '/performance/pipeline-impact',
      Component: lazyScreen(async () => {
        const { PipelineScreen } = await import('./marketing/pipeline/pipeline.screen.tsx');
        return PipelineScreen;
      }),
    },
    {
      path: '/performance/comparative-content-tactics',
      Component: lazyScreen(async () => {
        const { ComparisonScreen } = await import('./marketing/comparison/comparison.screen.tsx');
        return ComparisonScreen;
      }),
    },
    {
      path: '/performance/tactic-activity',
      Component: lazyScreen(async () => {
        const { TacticActivityRedirect } = await import('./marketing/webinars/webinars.screen.tsx');
        return TacticActivityRedirect;
      }),
    },
    {
      path: '/performance/tactic-activity/webinars',
      Component: lazyScreen(async () => {
        const { WebinarsScreen } = await import('./marketing/webinars/webinars.screen.tsx');
        return WebinarsScreen;
      }),
    },
    {
      path: '/performance/tactic-activity/events',
      Component: lazyScreen(async () => {
        const { EventsScreen } = await import('./marketing/events/events.screen.tsx');
        return EventsScreen;
      }),
    },
    {
      path: '/performance/tactic-activity/custom-newsletters',
      Component: lazyScreen(async () => {
        const { NewslettersScreen } = await import('./marketing/newsletters/newsletters.screen.tsx');
        return NewslettersScreen;
      }),
    },
    {
      path: '/performance/data',
      Component: lazyScreen(async () => {
        const { MarketingDataScreen } = await import('./marketing/data/data.screen.tsx');
        return MarketingDataScreen;
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
