/** A version of an area that is on the page, or has just left it. */
export interface WatchedRun {
  /** Address of the version's files, as it appears in stack traces. */
  readonly base: string;
  /** Elements that it has added to the body and the head. */
  readonly elements: Set<Element>;
  /** Its listeners on the window, the document and the body, with the signals that may have removed them. */
  readonly listeners: Map<string, AbortSignal | undefined>;
  readonly timers: Set<unknown>;
}

const runs = new Set<WatchedRun>();

export const addRun = (base: string): WatchedRun => {
  const run = { base, elements: new Set<Element>(), listeners: new Map(), timers: new Set() };
  runs.add(run);
  return run;
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

/**
 * The run whose own code has called a function. Neither the time nor the rest of the stack says who is responsible: the
 * shell and the shared packages work for themselves on the same page, also when an area calls them.
 */
export const runCalling = (callee: AnyFunction): WatchedRun | undefined => {
  if (runs.size === 0) return undefined;
  const caller = findCaller(callee);
  return [...runs].findLast(({ base }) => caller.includes(base));
};
