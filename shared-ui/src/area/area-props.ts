import type { QueryClient } from '@tanstack/react-query';

/** Where the page is, as the shell's router knows it; `pathname` still carries the area's basename. */
export interface AreaLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}

/** Asked before the page is left: a question for the user, or undefined when nothing would be lost. */
export type LeaveGuard = () => string | undefined;

/** What the shell's host hands to an area at every mount and update. */
export interface AreaProps {
  basename: string;
  location: AreaLocation;
  /** `to` is a path of the whole page, or a number of steps in the history. */
  navigate: (to: string | number, options?: { replace?: boolean; state?: unknown }) => void;
  /** Registers a guard with the shell's router; answers the way to take it back. */
  registerGuard: (guard: LeaveGuard) => () => void;
  /** Whether a path of the page leads anywhere: links to screens that are not deployed are no links. */
  offers?: (pathname: string) => boolean;
  /** Called after the first commit of real content (not of a loading state); a further call says nothing new. */
  onReady: () => void;
  /** Called for an error that left the area without content; the area shows its own error state as well. */
  onError?: (error: Error) => void;
  /** The shell's cache; an area without one makes its own for each mount. */
  queryClient?: QueryClient;
  domElement: HTMLElement;
}

/** The single-spa lifecycles that an area exposes as its one module. */
export interface AreaLifecycles {
  bootstrap: (props: AreaProps) => Promise<unknown>;
  mount: (props: AreaProps) => Promise<unknown>;
  update: (props: AreaProps) => Promise<unknown>;
  unmount: (props: AreaProps) => Promise<unknown>;
  /** Fetches what the screen of a path needs besides the area itself. Nothing is mounted. */
  prefetch?: (pathname: string) => Promise<unknown>;
}
