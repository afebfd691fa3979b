import { defineArea, lazyScreen } from '@readerlens/ui';
import { ReadingTrendsScreen } from './reading-trends.screen.tsx';

export const { bootstrap, mount, unmount, update, prefetch, commands } = defineArea({
  name: 'reading-trends',
  commands: async () => (await import('./commands.ts')).commandSources,
  routes: [
    { path: '/reading-trends', Component: ReadingTrendsScreen },
    {
      path: '/reading-trends/sources',
      Component: lazyScreen(async () => {
        const { ReadingSourcesScreen } = await import('./reading-sources.screen.tsx');
        return ReadingSourcesScreen;
      }),
    },
  ],
});
