import { defineArea, lazyScreen } from '@readerlens/ui';
import { SampleScreen } from './sample.screen.tsx';

/** An area for tests, with a stylesheet, a lazy screen and a button that makes it fail. */
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
