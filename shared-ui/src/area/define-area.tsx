import * as React from 'react';
import { createRoot } from 'react-dom/client';
import type { Root, RootOptions } from 'react-dom/client';
import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { ErrorState } from '../components/states.tsx';
import { AreaProvider } from '../theme/providers.tsx';
import type { AreaLifecycles, AreaProps } from './area-context.tsx';
import type { CommandSource } from './commands.ts';
import { AreaRoot } from './area-root.tsx';
import type { Preloadable } from './lazy-screen.tsx';

export interface AreaDefinition {
  /** The area's id in the registry. */
  name: string;
  /** Paths below the basename, each with its `Component`, which may be lazy (see `lazyScreen`). No loaders: the shell owns the data router. */
  routes: RouteObject[];
  /** Loads what the area adds to the command palette: `async () => (await import('./commands.ts')).commandSources`. */
  commands?: () => Promise<readonly CommandSource[]>;
}

/**
 * Renders the first content as a transition: React then works in short slices, between which the browser can react to
 * the user. Later updates are not delayed, because what is typed into a field may come from the address.
 */
const createAreaRoot = (element: Element, options?: RootOptions): Root => {
  const root = createRoot(element, options);
  let isFirst = true;
  return {
    render: (content) => {
      if (isFirst) React.startTransition(() => root.render(content));
      else root.render(content);
      isFirst = false;
    },
    unmount: () => root.unmount(),
  };
};

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
export const defineArea = ({ name, routes, commands }: AreaDefinition): AreaLifecycles => {
  const names = new WeakMap<HTMLElement, string>();
  const named = (props: AreaProps) => {
    const known = names.get(props.domElement) ?? `${name}:${(mounts += 1)}`;
    names.set(props.domElement, known);
    return { ...props, name: known };
  };
  const lifecycles = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient: { createRoot: createAreaRoot },
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
    commands: async () => (await commands?.()) ?? [],
  };
};
