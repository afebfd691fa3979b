import { watchStyles } from './area-styles.ts';
import { takeBrowserFunctions } from './browser-functions.ts';
import { parkAbsent } from './parked.ts';
import { allRuns, findAreaCalling } from './runs.ts';
import type { Caller } from './runs.ts';
import { watchAttributes } from './watch-attributes.ts';

type Method = (...args: unknown[]) => unknown;
/** A method with a different implementation. `caller` finds the area that called it. */
type Wrapped = (original: Method, caller: () => Caller) => Method;

/** Replaces a method of one object, not of its prototype: calls on other objects are as fast as before. */
const wrap = (target: object, name: string, wrapped: Wrapped) => {
  const original = Reflect.get(target, name) as Method;
  const value: Method = (...args) => replacement(...args);
  // Bound, because `this` is undefined in a call without an object, as in `setTimeout(…)`.
  const replacement = wrapped(
    (...args) => Reflect.apply(original, target, args),
    () => findAreaCalling(value),
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
  wrap(target, 'addEventListener', (original, caller) => (...args) => {
    const { once, signal } = readOptions(args[2]);
    if (!once) caller().run?.listeners.set(buildListenerKey(place, args), signal);
    return original(...args);
  });
  wrap(target, 'removeEventListener', (original) => (...args) => {
    for (const run of allRuns()) run.listeners.delete(buildListenerKey(place, args));
    return original(...args);
  });
};

const watchTimers = (target: object) => {
  wrap(target, 'setInterval', (original, caller) => (...args) => {
    const id = original(...args);
    caller().run?.timers.add(id);
    return id;
  });
  wrap(target, 'setTimeout', (original, caller) => (...args) => {
    const { run } = caller();
    const [handler, ...rest] = args;
    if (!run || typeof handler !== 'function') return original(...args);
    const id = original(
      (...given: unknown[]) => {
        run.timers.delete(id);
        Reflect.apply(handler, undefined, given);
      },
      ...rest,
    );
    run.timers.add(id);
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

const insertions = ['append', 'prepend', 'appendChild', 'insertBefore', 'insertAdjacentElement'] as const;

/** Elements that a version adds while it is not on the page are not shown. */
const watchElements = (target: HTMLElement) => {
  for (const name of insertions) {
    wrap(target, name, (original, caller) => (...args) => {
      const elements = args.filter((arg) => arg instanceof Element).filter((arg) => !arg.matches(managed));
      if (elements.length === 0) return original(...args);
      const { run, absent } = caller();
      for (const element of elements) {
        run?.elements.add(element);
        if (absent && !parkAbsent(absent.base, element, target)) absent.report();
      }
      return absent ? elements[0] : original(...args);
    });
  }
};

/** A version that is not on the page cannot change the address. */
const watchAddress = () => {
  for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward'] as const) {
    wrap(history, name, (original, caller) => (...args) => {
      const { absent } = caller();
      return absent ? absent.report() : original(...args);
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
  watchElements(document.documentElement);
  watchAttributes(document.body);
  watchAttributes(document.documentElement);
  watchAddress();
  watchStyles();
  takeBrowserFunctions();
};
