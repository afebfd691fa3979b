import { defineWidget } from '@readerlens/ui';
import { UnreadRunsCard } from './dashboard/unread-runs-card.tsx';

export const { bootstrap, mount, unmount, update } = defineWidget({
  label: 'Unread alerts',
  Component: UnreadRunsCard,
});
