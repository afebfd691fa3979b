import { leftoversAfterMs } from '../../deadlines.ts';
import { watchLeftovers } from './leftovers.ts';
import type { Leftovers } from './leftovers.ts';
import { watchPage } from './watch-page.ts';

/** This file plays the area: its name is in the stack of whatever it calls. */
const base = 'leftovers.dom.test.ts';

/** Runs `visit` as an area that is then unmounted. Returns what it left; undefined for nothing. */
const left = (visit: () => void, version = base, cleanUp = () => {}): Leftovers | undefined => {
  let found: Leftovers | undefined;
  const end = watchLeftovers(version, (leftovers) => {
    found = leftovers;
  });
  visit();
  end();
  cleanUp();
  jest.advanceTimersByTime(leftoversAfterMs);
  return found;
};

const div = (more: Partial<HTMLElement> = {}) => Object.assign(document.createElement('div'), more);
const nothing = () => {};

const parents = () => [document.head, document.body];
let present: Set<Element>;
/** The elements that were added since the test began. */
const added = () =>
  parents().flatMap(({ children }) => [...children].filter((element) => !present.has(element)));

/** Removes what `watchPage` puts between the page and its prototypes. */
const unwatchPage = () => {
  for (const target of [window, document, ...parents()])
    for (const name of Object.getOwnPropertyNames(target))
      if (/^(append|prepend|insert|(add|remove)EventListener)/.test(name))
        Reflect.deleteProperty(target, name);
};

beforeEach(() => {
  present = new Set(parents().flatMap(({ children }) => [...children]));
  jest.useFakeTimers();
  watchPage();
});
afterEach(() => {
  jest.useRealTimers();
  unwatchPage();
  for (const element of added()) element.remove();
});

describe('elements in the body and the head', () => {
  it('are removed and counted with the elements inside them', () => {
    const found = left(() => {
      document.body.append(div({ innerHTML: '<p><b>Stay</b></p>' }));
      document.head.appendChild(document.createElement('meta'));
    });
    expect(found).toEqual({ nodes: 4, listeners: 0, timers: 0 });
    expect(added()).toEqual([]);
  });

  it('are left alone if the area has removed them, or the page manages them', () => {
    const dialog = div();
    const script = document.createElement('script');
    const found = left(() => {
      const own = div();
      document.body.append(own);
      own.remove();
      dialog.dataset['scope'] = 'dialog';
      document.body.append(dialog);
      document.head.append(script);
    });
    expect(found).toBeUndefined();
    expect(added()).toEqual([script, dialog]);
  });

  it('that a library creates once per page are back at the next visit', () => {
    const version = base.replace('.ts', '');
    const container = div({ id: 'modals' });
    const first = left(() => document.body.append(container, div({ textContent: 'overlay' })), version);
    expect(first).toMatchObject({ nodes: 2 });
    const second = left(() => expect(added()).toEqual([container]), version);
    expect(second).toBeUndefined();
    expect(added()).toEqual([]);
  });
});

describe('listeners on the window, the document and the body', () => {
  it('are counted unless they were removed', () => {
    const removed = () => {};
    const found = left(() => {
      window.addEventListener('resize', nothing);
      document.addEventListener('click', nothing, true);
      document.body.addEventListener('click', nothing);
      addEventListener('scroll', removed, { capture: true });
      removeEventListener('scroll', removed, true);
      window.addEventListener('load', nothing, { once: true });
    });
    expect(found).toEqual({ nodes: 0, listeners: 3, timers: 0 });
  });

  it('still work', () => {
    const heard = jest.fn();
    left(() => window.addEventListener('resize', heard));
    window.dispatchEvent(new Event('resize'));
    expect(heard).toHaveBeenCalledTimes(1);
    window.removeEventListener('resize', heard);
    window.dispatchEvent(new Event('resize'));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('timers', () => {
  it('are counted while they are pending', () => {
    const found = left(() => {
      setInterval(nothing, 50);
      setTimeout(nothing, leftoversAfterMs * 5);
      setTimeout(nothing, leftoversAfterMs / 2);
      clearInterval(setInterval(nothing, 50));
    });
    expect(found).toEqual({ nodes: 0, listeners: 0, timers: 2 });
  });

  it('may end shortly after the area', () => {
    let timer: ReturnType<typeof setInterval>;
    const found = left(
      () => {
        timer = setInterval(nothing, 50);
      },
      base,
      () => clearInterval(timer),
    );
    expect(found).toBeUndefined();
  });

  it('get their arguments', () => {
    const heard = jest.fn();
    left(() => void setTimeout(heard, 10, 'a', 1));
    expect(heard).toHaveBeenCalledWith('a', 1);
  });
});

it('what others add during the visit is theirs', () => {
  const found = left(() => {
    document.body.append(div());
    window.addEventListener('resize', () => {});
    setInterval(nothing, 50);
  }, '/areas/other/1/');
  expect(found).toBeUndefined();
  expect(added()).toHaveLength(1);
});
