import { defineArea, lazyScreen } from '@readerlens/ui';
import { SampleScreen } from './sample.screen.tsx';

/** An area for tests alone: with a stylesheet, with a screen of its own chunk, and with a button that breaks it. */
export const { bootstrap, mount, unmount, update, prefetch } = defineArea({
  name: 'sample',
  routes: [
    { path: '/sample', Component: SampleScreen },
    {
      path: '/sample/late',
      Component: lazyScreen(() =>
        import(/* webpackChunkName: "late" */ './late.screen.tsx').then((module) => module.LateScreen),
      ),
    },
  ],
});
