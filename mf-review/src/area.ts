import { defineArea } from '@readerlens/ui';
import { ReviewActivitiesScreen } from './review-activities.screen.tsx';

export const { bootstrap, mount, unmount, update, prefetch, commands } = defineArea({
  name: 'review',
  commands: async () => (await import('./commands.ts')).commandSources,
  routes: [{ path: '/review-activities', Component: ReviewActivitiesScreen }],
});
