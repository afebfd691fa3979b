import { defineArea, lazyScreen } from '@readerlens/ui';
import { ManageAlertsScreen } from './manage/manage-alerts.screen.tsx';

export const { bootstrap, mount, unmount, update, prefetch, commands } = defineArea({
  name: 'alerts',
  commands: async () => (await import('./commands.ts')).commandSources,
  routes: [
    { path: '/notifications/search', Component: ManageAlertsScreen },
    {
      path: '/notifications/dashboard',
      Component: lazyScreen(async () => {
        const { NotificationDashboardScreen } = await import('./dashboard/notification-dashboard.screen.tsx');
        return NotificationDashboardScreen;
      }),
    },
    {
      path: '/notifications/dashboard/:notificationId/:runId',
      Component: lazyScreen(async () => {
        const { RunDetailsScreen } = await import('./dashboard/run-details.screen.tsx');
        return RunDetailsScreen;
      }),
    },
    {
      path: '/notification/:id/:step',
      Component: lazyScreen(async () => {
        const { AlertWizardScreen } = await import('./wizard/alert-wizard.screen.tsx');
        return AlertWizardScreen;
      }),
    },
  ],
});
