import { allRuns, runCalling } from './runs.ts';
import type { WatchedRun } from './runs.ts';

type Method = (...args: unknown[]) => unknown;
/** A method with a different implementation. `run` finds the run that called it. */
type Wrapped = (original: Method, run: () => WatchedRun | undefined) => Method;

/** Replaces a method of one object, not of its prototype: calls on other objects are as fast as before. */
const wrap = (target: object, name: string, wrapped: Wrapped) => {
  const original = Reflect.get(target, name) as Method;
  const value: Method = (...args) => replacement(...args);
  // Bound, because `this` is undefined in a call without an object, as in `setTimeout(…)`.
  const replacement = wrapped(
    (...args) => Reflect.apply(original, target, args),
    () => runCalling(value),
  );
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
};

const listenerIds = new WeakMap<object, number>();
let ids = 0;

/** Identifies a listener as browsers do: by type, function and phase. */
const buildListenerKey = (place: string, [type, listener, options]: unknown[]): string => {
  if ((typeof listener !== 'function' && typeof listener !== 'object') || listener === null) return '';
  const id = listenerIds.get(listener) ?? (ids += 1);
  listenerIds.set(listener, id);
  const capture = typeof options === 'boolean' ? options : readOptions(options).capture;
  return `${place} ${String(type)} ${id} ${Boolean(capture)}`;
};

const readOptions = (value: unknown): AddEventListenerOptions =>
  typeof value === 'object' && value !== null ? value : {};

const watchListeners = (target: object, place: string) => {
  wrap(target, 'addEventListener', (original, run) => (...args) => {
    const { once, signal } = readOptions(args[2]);
    if (!once) run()?.listeners.set(buildListenerKey(place, args), signal);
    return original(...args);
  });
  wrap(target, 'removeEventListener', (original) => (...args) => {
    for (const run of allRuns()) run.listeners.delete(buildListenerKey(place, args));
    return original(...args);
  });
};

const watchTimers = (target: object) => {
  wrap(target, 'setInterval', (original, run) => (...args) => {
    const id = original(...args);
    run()?.timers.add(id);
    return id;
  });
  wrap(target, 'setTimeout', (original, run) => (...args) => {
    const caller = run();
    const [handler, ...rest] = args;
    if (!caller || typeof handler !== 'function') return original(...args);
    const id = original(
      (...given: unknown[]) => {
        caller.timers.delete(id);
        Reflect.apply(handler, undefined, given);
      },
      ...rest,
    );
    caller.timers.add(id);
    return id;
  });
  for (const name of ['clearInterval', 'clearTimeout']) {
    wrap(target, name, (original) => (...args) => {
      for (const run of allRuns()) run.timers.delete(args[0]);
      return original(...args);
    });
  }
};

/** React or webpack removes or reuses these: the design system's dialogs, menus and styles, and files of areas. */
const managed = '[data-scope], style[data-emotion], script, link';

const watchElements = (target: object) => {
  for (const name of ['append', 'prepend', 'appendChild', 'insertBefore', 'insertAdjacentElement']) {
    wrap(target, name, (original, run) => (...args) => {
      const elements = args.filter((arg) => arg instanceof Element).filter((arg) => !arg.matches(managed));
      if (elements.length > 0) {
        const caller = run();
        for (const element of elements) caller?.elements.add(element);
      }
      return original(...args);
    });
  }
};

/** Attributes what happens on the page from now on to the areas that do it. Once per page. */
export const watchPage = () => {
  watchListeners(window, 'window');
  watchListeners(document, 'document');
  watchListeners(document.body, 'body');
  watchTimers(window);
  watchElements(document.body);
  watchElements(document.head);
};
