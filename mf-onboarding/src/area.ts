import { defineArea, lazyScreen } from '@readerlens/ui';

export const { bootstrap, mount, unmount, update, prefetch } = defineArea({
  name: 'onboarding',
  routes: [
    {
      path: '/admin/onboarding-list',
      Component: lazyScreen(async () => {
        const { OnboardingDashboardScreen } = await import('./dashboard/onboarding-dashboard.screen.tsx');
        return OnboardingDashboardScreen;
      }),
    },
    {
      path: '/admin/onboarding/:id',
      Component: lazyScreen(async () => {
        const { OnboardingPreviewScreen } = await import('./preview/onboarding-preview.screen.tsx');
        return OnboardingPreviewScreen;
      }),
    },
    {
      path: '/admin/onboarding/:id/client',
      Component: lazyScreen(async () => {
        const { ClientSetupScreen } = await import('./client-setup/client-setup.screen.tsx');
        return ClientSetupScreen;
      }),
    },
    {
      path: '/onboarding/:id?/:step?',
      Component: lazyScreen(async () => {
        const { OnboardingWizardScreen } = await import('./wizard/onboarding-wizard.screen.tsx');
        return OnboardingWizardScreen;
      }),
    },
  ],
});
