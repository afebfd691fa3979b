import type { leftoverResources } from '@readerlens/contract/registry';
import { leftoversAfterMs } from '../../deadlines.ts';
import { limitStyles, showStyles } from './area-styles.ts';
import { restoreBrowserFunctions } from './browser-functions.ts';
import { listForeignNodes } from './foreign-nodes.ts';
import { parkLoaded, parkVisited, removeParked, unpark } from './parked.ts';
import { addRun, dropRun, endRun } from './runs.ts';
import type { WatchedRun } from './runs.ts';
import { restoreAttributes } from './watch-attributes.ts';

/**
 * What an area has left on the page after unmounting, as numbers: elements in the body, the head and the shell's own
 * elements, with those inside them; listeners on the window, the document and the body; intervals and pending timeouts;
 * `patched` functions of the browser and attributes of html and body; `late`: 1 if it acted on the page after it was
 * left. Elements are removed, what is patched is restored, and late calls have no effect.
 */
export type Leftovers = Record<(typeof leftoverResources)[number], number>;

type Report = (leftovers: Leftovers) => void;

const none: Leftovers = { nodes: 0, listeners: 0, timers: 0, patched: 0, late: 0 };

const countElements = (element: Element) => 1 + element.querySelectorAll('*').length;

const removeAll = (left: readonly Element[]): number => {
  for (const element of left) element.remove();
  return left.reduce((sum, element) => sum + countElements(element), 0);
};

/** Removes the elements that the run has left, except those of the shell. Returns how many, with those inside them. */
const removeElements = (run: WatchedRun, present: ReadonlySet<Element>): number => {
  const left = [...run.elements].filter(({ isConnected }) => isConnected);
  run.elements.clear();
  parkVisited(run.base, left);
  return removeAll(left) + removeAll(listForeignNodes().filter((element) => !present.has(element)));
};

/** Watches a version of an area. */
export interface Watch {
  /** Puts back what it has replaced; called after each of its steps, because the rest of the page uses it as well. */
  restore: () => void;
  /** It acts although the user has left it; reported once. */
  late: () => void;
  /** It was unmounted. Removes elements that it left, and reports a moment later what it left, if anything. */
  end: () => void;
}

const createLateReport = (report: Report) => {
  let isReported = false;
  return () => {
    if (!isReported) report({ ...none, late: 1 });
    isReported = true;
  };
};

/** Watches what a run of a version does to the page. Reports again if the version acts after the user has left it. */
export const watchRun = (base: string, report: Report): Watch => {
  const present = new Set(listForeignNodes());
  const run = addRun(base);
  const hideStyles = showStyles(base);
  unpark(base);
  const restore = () => {
    run.patched += restoreBrowserFunctions();
  };
  const late = createLateReport(report);
  const cleanUp = () => {
    restore();
    run.patched += restoreAttributes(run);
    return removeElements(run, present);
  };
  const end = () => {
    endRun(run, late);
    hideStyles();
    removeParked(base);
    const nodes = cleanUp();
    // Cleaning up may take a moment, such as a delayed call that is pending.
    setTimeout(() => {
      dropRun(run);
      const more = cleanUp();
      const listeners = [...run.listeners.values()].filter((signal) => !signal?.aborted).length;
      const { timers, patched } = run;
      const leftovers = { ...none, nodes: nodes + more, listeners, timers: timers.size, patched };
      if (Object.values(leftovers).some((count) => count > 0)) report(leftovers);
    }, leftoversAfterMs);
  };
  return { restore, late, end };
};

/**
 * Watches the loading of a version, which runs its modules. The function that it returns undoes what they did to the
 * page; elements are kept for the first visit. What the version does between its visits is reported as late.
 */
export const watchLoading = (base: string, report: Report): (() => void) => {
  limitStyles(base);
  const run = addRun(base);
  return () => {
    parkLoaded(base, run.elements);
    removeParked(base);
    endRun(run, createLateReport(report));
    dropRun(run);
    const patched = run.patched + restoreBrowserFunctions() + restoreAttributes(run);
    if (patched > 0) report({ ...none, patched });
  };
};
