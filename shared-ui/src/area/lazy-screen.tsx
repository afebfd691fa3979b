import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

type Load = () => Promise<ComponentType>;

/**
 * A screen in its own chunk: `lazyScreen(() => import('./search.screen.tsx').then((m) => m.SearchScreen))`.
 * React remembers a failed load for good; this one loads anew when it is shown again.
 */
export const lazyScreen = (load: Load): ComponentType => {
  const fresh = (): LazyExoticComponent<ComponentType> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        current = fresh();
        throw error;
      }
    });
  let current = fresh();
  const LazyScreen = () => {
    const Screen = current;
    return <Screen />;
  };
  return LazyScreen;
};
