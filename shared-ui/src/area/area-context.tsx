import type { SlotContext } from '@readerlens/contract/registry';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useHref, useLocation } from 'react-router-dom';
import type { CommandSource } from './commands.ts';

/** The current location in the shell's router; `pathname` includes the area's basename. */
export interface AreaLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}

/** Called before the user leaves the page: returns a question, or undefined when nothing would be lost. */
export type LeaveGuard = () => string | undefined;

/** A link that an area added to a slot, for a user who may follow it. */
export interface SlotLink {
  id: string;
  label: string;
  icon: ReactNode;
  /** The address for a context; undefined if the context lacks a value of it. */
  fill: (context: SlotContext) => string | undefined;
}

/** A link of a slot for a user who lacks only the claim for it. */
export interface RefusedLink extends Pick<SlotLink, 'id' | 'label'> {
  /** What it is for, and who can give the right. */
  reason: string;
}

/** A widget that an area added to a slot, for a user who may see it. */
export interface SlotWidget {
  /** Id of its area. */
  area: string;
  /** Unique in its area. */
  name: string;
  label: string;
  /** The room that it has from the beginning, in pixels. */
  minHeight: number;
}

/** What an area says about a row of a list. */
export interface SlotMark {
  /** At most 40 characters, such as 'Alert'. */
  text: string;
  /** A path of the whole page. */
  to?: string;
}

/** Finds the marks of rows, all at once; undefined for a row without one. */
export type FindMarks = (
  rows: readonly SlotContext[],
  options: { signal: AbortSignal },
) => Promise<readonly (SlotMark | undefined)[]>;

export type WidgetPhase = 'loading' | 'mounted' | 'failed';

/** Where a widget is shown. */
export interface WidgetPlace {
  /** Id of the slot. */
  slot: string;
  element: HTMLElement;
  context: SlotContext;
  /** The user asks for it again: it loads at once, wherever it stands by now. */
  isRetry: boolean;
  onPhase: (phase: WidgetPhase) => void;
}

/** A widget on the page. */
export interface ShownWidget {
  /** Passes on a context that has changed, and the address of the page. */
  update: (context: SlotContext) => void;
  stop: () => void;
}

/** What the shell passes to an area on every mount and update. */
export interface AreaProps {
  basename: string;
  location: AreaLocation;
  /** `to` is a path of the whole page, or a number of steps in the history. `flushSync`: the page changes before it returns. */
  navigate: (
    to: string | number,
    options?: { replace?: boolean; state?: unknown; flushSync?: boolean },
  ) => void;
  /** Registers a guard with the shell's router; returns a function that removes it. */
  registerGuard: (guard: LeaveGuard) => () => void;
  /** Whether a path leads to a deployed page; otherwise its links are shown as plain text. */
  offers?: (pathname: string) => boolean;
  /** The links of all areas in a slot, in their order. */
  findLinks?: (slot: string) => readonly SlotLink[];
  /** The links in a slot that the user may not follow for want of a claim, in their order. */
  findRefusedLinks?: (slot: string) => readonly RefusedLink[];
  /** The widgets of all areas in a slot, in their order. */
  findWidgets?: (slot: string) => readonly SlotWidget[];
  /** Loads a widget once the area shows its content and the place comes near the window, and runs it there. */
  showWidget?: (widget: SlotWidget, place: WidgetPlace) => ShownWidget;
  /** The marks of all areas on the rows of a list, for each row in the order of the areas. */
  findMarks?: (slot: string, rows: readonly SlotContext[], signal: AbortSignal) => Promise<SlotMark[][]>;
  /** Only for widgets: what their slot knows, frozen. */
  slotContext?: SlotContext;
  /** Reloads the counts beside the menu entries; call it after changing what they count. */
  refreshBadges?: () => void;
  /** Called after the first commit of real content (not of a loading state); later calls are ignored. */
  onReady: () => void;
  /** Called for an error that left the area without content; the area shows its own error state as well. */
  onError?: (error: Error) => void;
  /** The shell's query cache; without it, the area creates one per mount. */
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
  /** What the area adds to the command palette. Areas that were built earlier have none. */
  commands?: () => Promise<readonly CommandSource[]>;
  /** Only in the modules of marks. */
  marks?: FindMarks;
}

/** The shell's props for the screens of an area. */
export type AreaValue = Omit<AreaProps, 'domElement'>;

export const AreaContext = createContext<AreaValue | undefined>(undefined);

/** The props from the shell. Only for screens of an area. */
export const useArea = (): AreaValue => {
  const area = useContext(AreaContext);
  if (!area) throw new Error('useArea is for screens of an area.');
  return area;
};

type Address = Pick<AreaLocation, 'pathname' | 'search'>;

/** Reads the address of the page, which changes before the screens of an area render it. */
export const AddressContext = createContext<(() => Address) | undefined>(undefined);

/**
 * Returns a function that reads the parameters of the address, as in `location.search`. Change these and not the
 * rendered ones: of two quick changes, the second would undo the first.
 */
export const useLatestSearch = (): (() => string) => {
  const { pathname, search } = useLocation();
  const path = useHref(pathname);
  const address = useContext(AddressContext);
  return useCallback(() => {
    const latest = address?.();
    return latest?.pathname === path ? latest.search : search;
  }, [address, path, search]);
};

const nowhere = () => false;

/** Whether a path leads to a deployed page. Outside an area, no path does. */
export const useOffers = (): ((pathname: string) => boolean) => useContext(AreaContext)?.offers ?? nowhere;

const nothing = () => {};

/** Reloads the counts beside the menu entries. Outside an area it does nothing. */
export const useRefreshBadges = (): (() => void) => useContext(AreaContext)?.refreshBadges ?? nothing;

/**
 * Asks before the user leaves the page while `question` is set: `useLeaveGuard(dirty ? 'Leave without saving?' : undefined)`.
 * The shell asks for every exit: links, the browser's back button, another area, logging out. Outside an area, as on
 * the sign-in pages, nothing asks.
 */
export const useLeaveGuard = (question: string | undefined) => {
  const registerGuard = useContext(AreaContext)?.registerGuard;
  const current = useRef(question);
  useEffect(() => {
    current.current = question;
  }, [question]);
  useEffect(() => {
    const guard: LeaveGuard = () => current.current;
    return registerGuard?.(guard);
  }, [registerGuard]);
};
