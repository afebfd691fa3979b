import { findAreaCalling } from './runs.ts';

interface Taken {
  target: object;
  name: string;
  /** Undefined for one that the object inherits. */
  descriptor: PropertyDescriptor | undefined;
}

let taken: Taken[] = [];

/** What the shell and all areas use of the browser. An area that replaces one would change it for all of them. */
const listFunctions = (): [target: object, names: readonly string[]][] => {
  const steps = ['pushState', 'replaceState', 'go', 'back', 'forward'];
  return [
    [window, ['fetch', 'XMLHttpRequest', 'history', 'readerlensIntegrity', 'readerlensAddress']],
    [XMLHttpRequest.prototype, ['open', 'setRequestHeader', 'send', 'abort']],
    [history, steps],
    [History.prototype, steps],
  ];
};

/** An area that assigns these is refused at any time, not only seen after its next step: every call of the page needs them. */
const guard = (name: 'fetch' | 'XMLHttpRequest') => {
  let current: unknown = Reflect.get(window, name);
  const set = (value: unknown) => {
    const { run, absent } = findAreaCalling(set);
    if (run) run.patched += 1;
    else if (absent) absent.report();
    else current = value;
  };
  Object.defineProperty(window, name, { get: () => current, set, configurable: true, enumerable: true });
};

/** Remembers the functions of the browser as they are now, before any area has loaded. */
export const takeBrowserFunctions = () => {
  guard('fetch');
  guard('XMLHttpRequest');
  taken = listFunctions().flatMap(([target, names]) =>
    names.map((name) => ({ target, name, descriptor: Object.getOwnPropertyDescriptor(target, name) })),
  );
};

const parts = ['value', 'get', 'set'] as const;

const isReplaced = ({ target, name, descriptor }: Taken): boolean => {
  const now = Object.getOwnPropertyDescriptor(target, name);
  return parts.some((part) => now?.[part] !== descriptor?.[part]);
};

const putBack = ({ target, name, descriptor }: Taken) => {
  try {
    if (descriptor) Object.defineProperty(target, name, descriptor);
    else Reflect.deleteProperty(target, name);
  } catch {
    // An area has locked it. Only a reload puts it back; it is reported after every step.
  }
};

/** Puts back the functions that were replaced. Returns how many. */
export const restoreBrowserFunctions = (): number => {
  const replaced = taken.filter(isReplaced);
  for (const each of replaced) putBack(each);
  return replaced.length;
};
