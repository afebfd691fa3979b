import { createContext, lazy, useContext } from 'react';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

/** A component that can be fetched before it is shown. */
export type Preloadable = ComponentType & { preload?: () => Promise<unknown> };

/** A new object for each attempt of a boundary to render its content. */
export const ScreenAttempt = createContext<object>({});

interface Attempt {
  Screen: ComponentType;
  /** The boundary's attempt in which it was last rendered. */
  of?: object;
  failed: boolean;
}

const startAttempt = (load: Load): Attempt => {
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
 * React never repeats a failed load. This component reloads when its boundary makes a new attempt, but not sooner:
 * React re-renders what it waited for, and one load per render would never end.
 */
export const lazyScreen = (load: Load): Preloadable => {
  let attempt = startAttempt(load);
  const LazyScreen = () => {
    const chance = useContext(ScreenAttempt);
    if (attempt.failed && attempt.of !== chance) attempt = startAttempt(load);
    attempt.of = chance;
    const { Screen } = attempt;
    return <Screen />;
  };
  return Object.assign(LazyScreen, { preload: load });
};
