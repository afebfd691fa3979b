import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { ErrorState } from '../components/states.tsx';
import { AreaProvider } from '../theme/providers.tsx';
import type { AreaLifecycles } from './area-context.tsx';
import type { CommandSource } from './commands.ts';
import { AreaRoot } from './area-root.tsx';
import { createLifecycles } from './create-lifecycles.tsx';
import type { Preloadable } from './lazy-screen.tsx';

export interface AreaDefinition {
  /** The area's id in the registry. */
  name: string;
  /** Paths below the basename, each with its `Component`, which may be lazy (see `lazyScreen`). No loaders: the shell owns the data router. */
  routes: RouteObject[];
  /** Loads what the area adds to the command palette: `async () => (await import('./commands.ts')).commandSources`. */
  commands?: () => Promise<readonly CommandSource[]>;
}

/** Loads the lazy screens of a path. */
const prefetchScreens = (routes: RouteObject[], pathname: string) => {
  const screens = (matchRoutes(routes, pathname) ?? []).map(
    ({ route }) => route.Component as Preloadable | null,
  );
  return Promise.all(screens.map(async (screen) => screen?.preload?.()));
};

/** Turns an area's routes into the single-spa lifecycles that its remote exposes. */
export const defineArea = ({ name, routes, commands }: AreaDefinition): AreaLifecycles => ({
  ...createLifecycles({
    name,
    Root: (props) => <AreaRoot {...props} routes={routes} />,
    renderError: (error) => (
      <AreaProvider>
        <ErrorState message={error.message} />
      </AreaProvider>
    ),
  }),
  prefetch: (pathname) => prefetchScreens(routes, pathname),
  commands: async () => (await commands?.()) ?? [],
});
