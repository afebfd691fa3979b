import { createContext, lazy, useContext } from 'react';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

/** A component that can be fetched before it is shown. */
export type Preloadable = ComponentType & { preload?: () => Promise<unknown> };

/** Another object for each chance that a boundary gives to its content. */
export const ScreenAttempt = createContext<object>({});

interface Attempt {
  Screen: ComponentType;
  /** In which it was shown last. */
  of?: object;
  failed: boolean;
}

const attemptOf = (load: Load): Attempt => {
  const attempt: Attempt = {
    failed: false,
    Screen: lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        attempt.failed = true;
        throw error;
      }
    }),
  };
  return attempt;
};

/**
 * A screen in its own chunk: `lazyScreen(() => import('./search.screen.tsx').then((m) => m.SearchScreen))`.
 * React remembers a failed load for good; this one loads anew when its boundary gives it another chance. Not before:
 * React renders again what it waited for, and a load for each rendering would never end.
 */
export const lazyScreen = (load: Load): Preloadable => {
  let attempt = attemptOf(load);
  const LazyScreen = () => {
    const chance = useContext(ScreenAttempt);
    if (attempt.failed && attempt.of !== chance) attempt = attemptOf(load);
    attempt.of = chance;
    const { Screen } = attempt;
    return <Screen />;
  };
  return Object.assign(LazyScreen, { preload: load });
};
