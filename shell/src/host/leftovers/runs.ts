/** Something that a version did to an element of the page itself, and how to undo it. */
export interface AttributeChange {
  before: string | undefined;
  after: string | undefined;
}

/** A version of an area that is on the page, or has just left it. */
export interface WatchedRun {
  /** Address of the version's files, as it appears in stack traces. */
  readonly base: string;
  /** Elements that it has added to the body, the head and the html element. */
  readonly elements: Set<Element>;
  /** Its listeners on the window, the document and the body, with the signals that may have removed them. */
  readonly listeners: Map<string, AbortSignal | undefined>;
  readonly timers: Set<unknown>;
  /** What it has changed of the attributes of the html element and the body. */
  readonly changes: Map<Element, Map<string, AttributeChange>>;
  /** How many of its changes to functions of the browser and to those attributes were undone or refused. */
  patched: number;
}

const runs = new Set<WatchedRun>();

/** The versions that are loaded but not on the page, by base: what reports that one still acts. */
const absent = new Map<string, () => void>();

export const addRun = (base: string): WatchedRun => {
  const run: WatchedRun = {
    base,
    elements: new Set<Element>(),
    listeners: new Map(),
    timers: new Set(),
    changes: new Map(),
    patched: 0,
  };
  runs.add(run);
  absent.delete(base);
  return run;
};

const ended = new WeakSet<WatchedRun>();

/** From now on its version may not act on the page, unless another run of it does; `report` is called if it tries. */
export const endRun = (run: WatchedRun, report: () => void) => {
  ended.add(run);
  if ([...runs].every((other) => other.base !== run.base || ended.has(other))) absent.set(run.base, report);
};

export const dropRun = (run: WatchedRun) => runs.delete(run);

export const allRuns = (): Iterable<WatchedRun> => runs;

type AnyFunction = (...args: never[]) => unknown;

/** The line of the stack with the caller of a function that is running. One frame takes about a microsecond. */
const findCaller = (callee: AnyFunction): string => {
  const { stackTraceLimit } = Error;
  const trace = { stack: '' };
  Error.stackTraceLimit = 1;
  // A browser without it attributes nothing.
  Error.captureStackTrace?.(trace, callee);
  Error.stackTraceLimit = stackTraceLimit;
  return trace.stack;
};

/** Who has called a function: a run, or a version that is not on the page. */
export interface Caller {
  run?: WatchedRun;
  /** Its version is not on the page. */
  absent?: { base: string; report: () => void };
}

/**
 * The area whose own code has called a function. Neither the time nor the rest of the stack says who is responsible: the
 * shell and the shared packages work for themselves on the same page, also when an area calls them.
 */
export const findAreaCalling = (callee: AnyFunction): Caller => {
  if (runs.size === 0 && absent.size === 0) return {};
  const caller = findCaller(callee);
  const left = [...absent].find(([base]) => caller.includes(base));
  if (left) return { absent: { base: left[0], report: left[1] } };
  const run = [...runs].findLast(({ base }) => caller.includes(base));
  return run ? { run } : {};
};
