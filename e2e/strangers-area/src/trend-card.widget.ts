import { defineWidget } from '@readerlens/ui';
import { TrendCard } from './trend-card.tsx';

export const { bootstrap, mount, unmount, update } = defineWidget({
  label: 'Reading trend',
  Component: TrendCard,
});
