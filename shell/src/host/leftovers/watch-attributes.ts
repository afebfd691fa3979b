import { findAreaCalling } from './runs.ts';
import type { AttributeChange, WatchedRun } from './runs.ts';

/** The attributes of an element, with each class and each property of its style on its own: others change those, too. */
const readAttributes = (element: HTMLElement): Map<string, string> => {
  const entries = element
    .getAttributeNames()
    .filter((name) => name !== 'class' && name !== 'style')
    .map((name): [string, string] => [name, element.getAttribute(name) ?? '']);
  const classes = [...element.classList].map((name): [string, string] => [`class ${name}`, '']);
  const { style } = element;
  const styles = Array.from({ length: style.length }, (_, index): [string, string] => {
    const name = style.item(index);
    return [`style ${name}`, `${style.getPropertyValue(name)}!${style.getPropertyPriority(name)}`];
  });
  return new Map([...entries, ...classes, ...styles]);
};

const write = (element: HTMLElement, key: string, value: string | undefined) => {
  const [kind = '', name = ''] = key.split(' ');
  if (kind === 'class') element.classList.toggle(name, value !== undefined);
  else if (kind === 'style' && name) {
    const [text = '', priority] = (value ?? '').split('!');
    element.style.setProperty(name, text, priority);
  } else if (value === undefined) element.removeAttribute(kind);
  else element.setAttribute(kind, value);
};

type Changes = Map<string, AttributeChange>;

const compare = (before: ReadonlyMap<string, string>, element: HTMLElement): Changes => {
  const after = readAttributes(element);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  return new Map(changed.map((key) => [key, { before: before.get(key), after: after.get(key) }]));
};

/** With one of these on the page itself, its user could not leave the area. */
const locking = new Set([
  'inert',
  'hidden',
  'aria-hidden',
  ...['display', 'opacity', 'pointer-events', 'transform', 'visibility'].map((name) => `style ${name}`),
]);

const pickLocking = (changes: Changes): Changes => new Map([...changes].filter(([key]) => locking.has(key)));

/** Undoes changes that nobody has changed again since. Returns how many. */
const undo = (element: HTMLElement, changes: Changes): number => {
  const now = readAttributes(element);
  const own = [...changes].filter(([key, { after }]) => now.get(key) === after);
  for (const [key, { before }] of own) write(element, key, before);
  return own.length;
};

/** Undoes what a run has changed of the attributes of the html element and the body. Returns how many it were. */
export const restoreAttributes = ({ changes }: WatchedRun): number => {
  const counts = [...changes].map(([element, own]) => undo(element as HTMLElement, own));
  changes.clear();
  return counts.reduce((sum, count) => sum + count, 0);
};

const addChanges = (run: WatchedRun, element: HTMLElement, found: Changes) => {
  const known = run.changes.get(element) ?? new Map<string, AttributeChange>();
  for (const [key, { before, after }] of found) {
    const first = known.get(key);
    const original = first ? first.before : before;
    if (original === after) known.delete(key);
    else known.set(key, { before: original, after });
  }
  run.changes.set(element, known);
};

/** An area that reads or calls these may change attributes; what has changed is known after its current step. */
const members = [
  'style',
  'classList',
  'dataset',
  'className',
  'inert',
  'hidden',
  'lang',
  'dir',
  'id',
  'setAttribute',
  'removeAttribute',
  'toggleAttribute',
] as const;

/** Attributes the changes of an element's attributes to the areas that make them. Those that lock the page are undone at once. */
export const watchAttributes = (element: HTMLElement) => {
  const pending = new Set<unknown>();
  const note = (callee: () => unknown) => {
    const { run, absent } = findAreaCalling(callee);
    const who = run ?? absent?.base;
    if (!who || pending.has(who)) return;
    pending.add(who);
    const before = readAttributes(element);
    const attribute = () => {
      pending.delete(who);
      const found = compare(before, element);
      if (run) {
        run.patched += undo(element, pickLocking(found));
        addChanges(run, element, compare(before, element));
      } else if (undo(element, found) > 0) absent?.report();
    };
    void Promise.resolve().then(attribute, attribute);
  };
  const prototype = Object.getPrototypeOf(element) as object;
  for (const name of members) {
    const get = () => {
      note(get);
      return Reflect.get(prototype, name, element) as unknown;
    };
    const set = (value: unknown) => {
      note(set as () => unknown);
      Reflect.set(prototype, name, value, element);
    };
    Object.defineProperty(element, name, { get, set, configurable: true });
  }
};
