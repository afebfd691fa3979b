import { leftoversAfterMs } from '../../deadlines.ts';
import { addRun, dropRun } from './runs.ts';
import type { WatchedRun } from './runs.ts';

/** What an area has left on the page after unmounting. */
export interface Leftovers {
  /** Elements in the body and the head, with those inside them; they are removed. */
  nodes: number;
  /** Listeners on the window, the document and the body. */
  listeners: number;
  /** Intervals and pending timeouts. */
  timers: number;
}

export const leftoverResources = ['nodes', 'listeners', 'timers'] as const satisfies (keyof Leftovers)[];

/** Elements that libraries create only once per page: style sheets, and containers for dialogs. */
const isReused = (element: Element) => element.matches('style, [id]:empty');

/** Those that a version left, by the address of its files. They are back at its next visit. */
const parked = new Map<string, Map<Element, ParentNode>>();

/** Parks what the first visit of a version left. Later visits leave the same things again, and more every time. */
const park = (base: string, left: readonly Element[]) => {
  if (parked.has(base)) return;
  const known = new Map<Element, ParentNode>();
  for (const element of left)
    if (element.parentNode && isReused(element)) known.set(element, element.parentNode);
  parked.set(base, known);
};

const countElements = (element: Element) => 1 + element.querySelectorAll('*').length;

/** Removes the elements that the run has left. Returns their number, with the elements inside them. */
const removeElements = (run: WatchedRun): number => {
  const left = [...run.elements].filter(({ isConnected }) => isConnected);
  run.elements.clear();
  park(run.base, left);
  for (const element of left) element.remove();
  return left.reduce((sum, element) => sum + countElements(element), 0);
};

/**
 * Watches what a version of an area adds to the page. The function that it returns, called after the area was
 * unmounted, removes elements that it left, and reports a moment later what it left, if anything.
 */
export const watchLeftovers = (base: string, report: (leftovers: Leftovers) => void): (() => void) => {
  const run = addRun(base);
  for (const [element, parent] of parked.get(base) ?? []) parent.append(element);
  return () => {
    for (const element of parked.get(base)?.keys() ?? []) element.remove();
    const nodes = removeElements(run);
    // Cleaning up may take a moment, such as a delayed call that is pending.
    setTimeout(() => {
      dropRun(run);
      const listeners = [...run.listeners.values()].filter((signal) => !signal?.aborted).length;
      const leftovers = { nodes: nodes + removeElements(run), listeners, timers: run.timers.size };
      if (Object.values(leftovers).some((count) => count > 0)) report(leftovers);
    }, leftoversAfterMs);
  };
};
