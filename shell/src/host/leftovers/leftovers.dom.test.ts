import { leftoversAfterMs } from '../../deadlines.ts';
import { watchLoading, watchRun } from './leftovers.ts';
import type { Leftovers } from './leftovers.ts';
import { addRun, dropRun } from './runs.ts';
import { watchPage } from './watch-page.ts';

/** This file plays the area: its name is in the stack of whatever it calls. */
const base = 'leftovers.dom.test.ts';
const shortBase = base.replace('.ts', '');

/** Runs `visit` as an area that is then unmounted. Returns what it left; undefined for nothing. */
const left = (visit: () => void, version = base, cleanUp = () => {}): Leftovers | undefined => {
  let found: Leftovers | undefined;
  const { end } = watchRun(version, (leftovers) => {
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

const parents = () => [document.head, document.body, document.documentElement];
let present: Set<Element>;
/** The elements that were added since the test began. */
const added = () =>
  parents().flatMap(({ children }) => [...children].filter((element) => !present.has(element)));

const guarded = (['fetch', 'XMLHttpRequest'] as const).map(
  (name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const,
);

/** Removes what `watchPage` puts between the page and its prototypes. */
const unwatchPage = () => {
  for (const [name, descriptor] of guarded) {
    if (descriptor) Object.defineProperty(window, name, descriptor);
    else Reflect.deleteProperty(window, name);
  }
  for (const target of [window, document])
    for (const name of ['addEventListener', 'removeEventListener']) Reflect.deleteProperty(target, name);
  for (const target of [history, ...parents()])
    for (const name of Object.getOwnPropertyNames(target))
      if (!name.startsWith('__')) Reflect.deleteProperty(target, name);
};

/** The version of this file, and that of the test of parked elements, may act on the page again. */
const forgetVersions = () => {
  for (const version of [base, shortBase]) dropRun(addRun(version));
};

beforeEach(() => {
  present = new Set(parents().flatMap(({ children }) => [...children]));
  jest.useFakeTimers();
  watchPage();
});
afterEach(() => {
  jest.useRealTimers();
  forgetVersions();
  unwatchPage();
  for (const element of added()) element.remove();
});

describe('elements in the body and the head', () => {
  it('are removed and counted with the elements inside them', () => {
    const found = left(() => {
      document.body.append(div({ innerHTML: '<p><b>Stay</b></p>' }));
      document.head.appendChild(document.createElement('meta'));
    });
    expect(found).toMatchObject({ nodes: 4, listeners: 0, timers: 0 });
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
    const container = div({ id: 'modals' });
    const first = left(() => document.body.append(container, div({ textContent: 'overlay' })), shortBase);
    expect(first).toMatchObject({ nodes: 2 });
    const second = left(() => expect(added()).toEqual([container]), shortBase);
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
    expect(found).toMatchObject({ nodes: 0, listeners: 3, timers: 0 });
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
    expect(found).toMatchObject({ nodes: 0, listeners: 0, timers: 2 });
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

describe('the page itself', () => {
  const { body, documentElement } = document;
  const microtask = () => Promise.resolve();

  it('gets its attributes back, except what others have changed since', async () => {
    body.className = 'light';
    documentElement.style.setProperty('--room', '1px');
    const { end } = watchRun(base, () => {});
    body.style.paddingTop = '9px';
    body.classList.replace('light', 'odd');
    documentElement.setAttribute('lang', 'xx');
    documentElement.style.setProperty('--room', '2px');
    await microtask();
    CSSStyleDeclaration.prototype.setProperty.call(
      Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style')?.get?.call(documentElement),
      '--room',
      '3px',
    );
    end();
    expect(body.outerHTML.split('>')[0]).toBe('<body class="light" style=""');
    expect(documentElement.hasAttribute('lang')).toBe(false);
    expect(documentElement.style.getPropertyValue('--room')).toBe('3px');
  });

  it('cannot be locked', async () => {
    const report = jest.fn();
    const watch = watchRun(base, report);
    body.style.pointerEvents = 'none';
    documentElement.setAttribute('inert', '');
    await microtask();
    expect([body.style.pointerEvents, documentElement.hasAttribute('inert')]).toEqual(['', false]);
    watch.end();
    jest.advanceTimersByTime(leftoversAfterMs);
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ patched: 2 }));
  });

  it('is not blamed on an area that has cleaned up', async () => {
    const report = jest.fn();
    const { end } = watchRun(base, report);
    body.style.overflow = 'hidden';
    await microtask();
    body.style.overflow = '';
    await microtask();
    end();
    jest.advanceTimersByTime(leftoversAfterMs);
    expect(report).not.toHaveBeenCalled();
  });

  it('gets the functions of the browser back after each step', () => {
    const taken: unknown = Reflect.get(window, 'fetch');
    const reports: Leftovers[] = [];
    const watch = watchRun(base, (leftovers) => reports.push(leftovers));
    window.fetch = () => Promise.reject(new Error('Mine'));
    expect(window.fetch).toBe(taken);
    XMLHttpRequest.prototype.open = () => {};
    const replaced: unknown = Reflect.get(XMLHttpRequest.prototype, 'open');
    watch.restore();
    expect(Reflect.get(XMLHttpRequest.prototype, 'open')).not.toBe(replaced);
    Object.defineProperty(window, 'fetch', { get: () => undefined, configurable: true });
    watch.end();
    expect(window.fetch).toBe(taken);
    jest.advanceTimersByTime(leftoversAfterMs);
    expect(reports).toEqual([{ nodes: 0, listeners: 0, timers: 0, patched: 3, late: 0 }]);
  });

  it('and the elements of the shell lose what React has not created', () => {
    const root = div({ id: 'root', innerHTML: '<nav></nav>' });
    const [nav] = root.children;
    for (const element of [root, nav]) Reflect.set(element!, '__reactFiber$test', {});
    const early = div();
    const translated = document.createElement('font');
    nav!.append(early, translated);
    HTMLElement.prototype.append.call(body, root);
    const found = left(() => nav!.append(div({ innerHTML: '<b>Buy</b>' })));
    expect(found).toMatchObject({ nodes: 2 });
    expect([...nav!.children]).toEqual([early, translated]);
  });
});

describe('after its end', () => {
  it('a version changes nothing, and is reported once', async () => {
    const found: (Leftovers | undefined)[] = [left(() => {})];
    const { end } = watchRun(base, (leftovers) => found.push(leftovers));
    end();
    const address = location.href;
    history.pushState(null, '', '/trap');
    document.body.append(div());
    document.body.style.pointerEvents = 'none';
    await Promise.resolve();
    expect([location.href, added(), document.body.style.pointerEvents]).toEqual([address, [], '']);
    expect(found).toEqual([undefined, expect.objectContaining({ late: 1 })]);
  });

  it('styles that its modules add while they load are there at its visit', () => {
    const loaded = watchLoading(base, () => {});
    const style = document.createElement('style');
    document.head.append(style);
    loaded();
    expect(added()).toEqual([]);
    left(() => expect(added()).toEqual([style]));
    expect(added()).toEqual([]);
  });
});
