import { defineArea } from '@readerlens/ui';
import { ReviewActivitiesScreen } from './review-activities.screen.tsx';

export const { bootstrap, mount, unmount, update, prefetch } = defineArea({
  name: 'review',
  routes: [{ path: '/review-activities', Component: ReviewActivitiesScreen }],
});
