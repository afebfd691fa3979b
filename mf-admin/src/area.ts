import { defineArea, lazyScreen } from '@readerlens/ui';
import { ManageUsersScreen } from './users/manage-users.screen.tsx';

export const { bootstrap, mount, unmount, update, prefetch, commands } = defineArea({
  name: 'admin',
  commands: async () => (await import('./commands.ts')).commandSources,
  routes: [
    { path: '/admin/users', Component: ManageUsersScreen },
    {
      path: '/admin/user',
      Component: lazyScreen(async () => {
        const { NewUserScreen } = await import('./new-user/new-user.screen.tsx');
        return NewUserScreen;
      }),
    },
    {
      path: '/admin/users/invite',
      Component: lazyScreen(async () => {
        const { InviteUsersScreen } = await import('./invite/invite-users.screen.tsx');
        return InviteUsersScreen;
      }),
    },
    {
      path: '/admin/audit-log',
      Component: lazyScreen(async () => {
        const { AuditLogScreen } = await import('./audit-log/audit-log.screen.tsx');
        return AuditLogScreen;
      }),
    },
    {
      path: '/admin/personal-data',
      Component: lazyScreen(async () => {
        const { PersonalDataScreen } = await import('./personal-data/personal-data.screen.tsx');
        return PersonalDataScreen;
      }),
    },
    {
      path: '/admin/user/:userId',
      Component: lazyScreen(async () => {
        const { ProfileScreen } = await import('./profile/profile.screen.tsx');
        return ProfileScreen;
      }),
    },
    {
      path: '/admin/savedsearch/:userId/:id?',
      Component: lazyScreen(async () => {
        const { SavedSearchScreen } = await import('./saved-searches/editor/saved-search.screen.tsx');
        return SavedSearchScreen;
      }),
    },
    {
      path: '/dissemination-contacts',
      Component: lazyScreen(async () => {
        const { MyReportsScreen } = await import('./activity-reports/my-reports.screen.tsx');
        return MyReportsScreen;
      }),
    },
    {
      path: '/dissemination-contact/dashboard',
      Component: lazyScreen(async () => {
        const { ReportRunsScreen } = await import('./activity-reports/runs/report-runs.screen.tsx');
        return ReportRunsScreen;
      }),
    },
    {
      path: '/dissemination-contact/dashboard/:configId/:runId',
      Component: lazyScreen(async () => {
        const { ReportRunScreen } = await import('./activity-reports/runs/report-run.screen.tsx');
        return ReportRunScreen;
      }),
    },
    {
      path: '/dissemination-contact/:userId',
      Component: lazyScreen(async () => {
        const { ReportConfigScreen } = await import('./activity-reports/editor/report-config.screen.tsx');
        return ReportConfigScreen;
      }),
    },
    {
      path: '/dissemination-contact/:userId/:configId',
      Component: lazyScreen(async () => {
        const { ReportConfigScreen } = await import('./activity-reports/editor/report-config.screen.tsx');
        return ReportConfigScreen;
      }),
    },
  ],
});
