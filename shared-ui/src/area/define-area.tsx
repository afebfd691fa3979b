import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { ErrorState } from '../components/states.tsx';
import { AreaProvider } from '../theme/providers.tsx';
import type { AreaLifecycles, AreaProps } from './area-context.tsx';
import { AreaRoot } from './area-root.tsx';
import type { Preloadable } from './lazy-screen.tsx';

export interface AreaDefinition {
  /** The area's id in the registry. */
  name: string;
  /** Paths below the basename, each with its `Component`, which may be lazy (see `lazyScreen`). No loaders: the shell owns the data router. */
  routes: RouteObject[];
}

/** Loads the lazy screens of a path. */
const prefetchScreens = (routes: RouteObject[], pathname: string) => {
  const screens = (matchRoutes(routes, pathname) ?? []).map(
    ({ route }) => route.Component as Preloadable | null,
  );
  return Promise.all(screens.map(async (screen) => screen?.preload?.()));
};

// single-spa-react files its roots under `name`: every element needs its own, or two mounts overwrite each other.
let mounts = 0;

/** Turns an area's routes into the single-spa lifecycles that its remote exposes. */
export const defineArea = ({ name, routes }: AreaDefinition): AreaLifecycles => {
  const names = new WeakMap<HTMLElement, string>();
  const named = (props: AreaProps) => {
    const known = names.get(props.domElement) ?? `${name}:${(mounts += 1)}`;
    names.set(props.domElement, known);
    return { ...props, name: known };
  };
  const lifecycles = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient,
    rootComponent: (props: AreaProps) => <AreaRoot {...props} routes={routes} />,
    // Without an error boundary, a mount that throws never settles.
    errorBoundary: (error: Error) => (
      <AreaProvider>
        <ErrorState message={error.message} />
      </AreaProvider>
    ),
  }) as AreaLifecycles;
  return {
    bootstrap: async (props) => lifecycles.bootstrap(named(props)),
    mount: async (props) => lifecycles.mount(named(props)),
    update: async (props) => lifecycles.update(named(props)),
    unmount: async (props) => {
      await lifecycles.unmount(named(props));
      names.delete(props.domElement);
    },
    prefetch: (pathname) => prefetchScreens(routes, pathname),
  };
};
