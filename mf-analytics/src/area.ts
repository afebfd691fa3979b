import { defineArea } from '@readerlens/ui';
import { PerformanceOverviewScreen } from './performance-overview/performance-overview.screen.tsx';

// The first screen comes with the area: loading it apart would cost a round trip on the page most people start on.
export const { bootstrap, mount, unmount, update } = defineArea({
  name: 'analytics',
  routes: [{ path: '/', Component: PerformanceOverviewScreen }],
});
