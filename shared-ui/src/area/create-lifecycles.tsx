import * as React from 'react';
import type { ComponentType, ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root, RootOptions } from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import type { AreaLifecycles, AreaProps } from './area-context.tsx';

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

// single-spa-react files its roots under `name`: every element needs its own, or two mounts overwrite each other.
let mounts = 0;

interface Definition {
  name: string;
  Root: ComponentType<AreaProps>;
  /** Shown for an error that no boundary below has caught. */
  renderError: (error: Error) => ReactElement;
}

/** The single-spa lifecycles of a component that the shell runs. */
export const createLifecycles = ({ name, Root: rootComponent, renderError }: Definition): AreaLifecycles => {
  const names = new WeakMap<HTMLElement, string>();
  const named = (props: AreaProps) => {
    const known = names.get(props.domElement) ?? `${name}:${(mounts += 1)}`;
    names.set(props.domElement, known);
    return { ...props, name: known };
  };
  const lifecycles = singleSpaReact<AreaProps>({
    React,
    ReactDOMClient: { createRoot: createAreaRoot },
    rootComponent,
    // Without an error boundary, a mount that throws never settles.
    errorBoundary: renderError,
  }) as AreaLifecycles;
  return {
    bootstrap: async (props) => lifecycles.bootstrap(named(props)),
    mount: async (props) => lifecycles.mount(named(props)),
    update: async (props) => lifecycles.update(named(props)),
    unmount: async (props) => {
      await lifecycles.unmount(named(props));
      names.delete(props.domElement);
    },
  };
};
