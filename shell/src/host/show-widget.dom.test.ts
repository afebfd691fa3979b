import { sessionStore } from '@readerlens/auth';
import type { AreaEntry, AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, AreaProps, WidgetPhase } from '@readerlens/ui';
import { config } from '../config.ts';
import { idleDeadlineMs, leftoversAfterMs, mountDeadlineMs } from '../deadlines.ts';
import { client } from '../testing/people.ts';
import { recordFetch } from '../testing/record-fetch.ts';
import { testRegistry } from '../testing/registry.ts';
import { onAreaEvent } from './area-events.ts';
import type { HostProps } from './capabilities.ts';
import { clearFailures } from './area-mount.ts';
import { leaveQuestion, registerGuard } from './leave-guards.ts';
import { watchPage } from './leftovers/watch-page.ts';
import { registryStore } from './registry.ts';
import { showWidget } from './show-widget.ts';

const slot = 'analytics/cards/v1';
const widget = { area: 'notes', name: 'card', label: 'Notes', minHeight: 200 };
const [owner] = testRegistry.areas as [AreaEntry];
/** This file plays the widget: its name is in the stack of whatever it calls. */
const base = 'show-widget.dom.test.ts';

const createVersion = (version: string): AreaVersion => ({
  ...owner,
  version,
  base,
  widgetFiles: { card: ['widget-card.js'] },
});
const filler = (change: Partial<AreaEntry> = {}): AreaEntry => ({
  ...owner,
  ...createVersion('v2'),
  id: 'notes',
  navigation: [],
  routes: [],
  widgets: [{ slot, name: 'card', label: 'Notes', order: 1, minHeight: 200, access: {} }],
  ...change,
});

const deployed = (...fillers: AreaEntry[]) => {
  const slots = [{ slot, kind: 'widgets' as const, context: ['reader'] }];
  const registry = { areas: [{ ...owner, slots }, ...fillers] };
  registryStore.setState({ status: 'ready', registry, stale: false, invalid: [] }, true);
};

const nothing = async () => {};
const lifecycles = (change: Partial<AreaLifecycles> = {}): AreaLifecycles => ({
  bootstrap: nothing,
  mount: async ({ domElement, slotContext }) => domElement.append(`about ${JSON.stringify(slotContext)}`),
  update: async ({ domElement, slotContext }) =>
    domElement.replaceChildren(`about ${JSON.stringify(slotContext)}`),
  unmount: nothing,
  ...change,
});

const events: string[] = [];
onAreaEvent(({ type, area, version, widget: name }) => events.push(`${type} ${area}/${name}@${version}`));

const navigate = jest.fn();
const page = { navigate, registerGuard, location: { pathname: '/' } } as unknown as HostProps;

/** Shows the widget beside the text of the page. `versions` are the lifecycles of each version that loads. */
const show = (versions: Record<string, AreaLifecycles>, { isReady = true, isRetry = false } = {}) => {
  const element = document.createElement('div');
  const phases: WidgetPhase[] = [];
  const loads: string[] = [];
  document.body.append(element);
  const shown = showWidget(
    widget,
    {
      slot,
      element,
      context: { reader: '5', name: 'Ada Berg' },
      isRetry,
      onPhase: (phase) => phases.push(phase),
    },
    { ready: isReady ? Promise.resolve() : new Promise(() => {}), props: () => page },
    async (id, { version, module, preload }) => {
      loads.push([id, version, module, ...preload].join(' '));
      const found = versions[version];
      if (!found) throw new Error('Not there');
      return { lifecycles: found, ms: 1 };
    },
  );
  return { element, phases, loads, shown };
};

const settle = (ms = idleDeadlineMs + 100) => jest.advanceTimersByTimeAsync(ms);

let near: () => void;
/** jsdom has no layout; the window comes near to what is observed when the test says so. */
class Observer {
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    near = () => seen([{ isIntersecting: true }]);
  }
  observe() {
    if (isNear) near();
  }
  disconnect() {}
}
let isNear: boolean;

beforeAll(watchPage);
beforeEach(() => {
  jest.useFakeTimers();
  recordFetch(() => Response.json({ areas: [] }, { status: 503 }));
  sessionStore.setState({ token: 'token', claims: { ...client, exp: Number.MAX_SAFE_INTEGER } });
  events.length = 0;
  isNear = true;
  clearFailures('notes/card');
  jest.replaceProperty(config, 'features', { ...config.features, marketingPerformance: false });
  Object.assign(globalThis, { IntersectionObserver: Observer });
  deployed(filler({ previous: createVersion('v1') }));
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

it('runs in its place with what its slot declares, and follows it', async () => {
  const { element, phases, loads, shown } = show({ v2: lifecycles() });
  await settle();
  expect(loads).toEqual(['notes v2 ./card widget-card.js']);
  expect(element.querySelector('[data-area=notes]')?.textContent).toBe('about {"reader":"5"}');
  shown.update({ reader: '6' });
  await settle();
  expect(element.textContent).toBe('about {"reader":"6"}');
  expect(phases).toEqual(['loading', 'mounted']);
  shown.stop();
  await settle();
  expect(element.childElementCount).toBe(0);
  expect(events).toContain('mounted notes/card@v2');
});

it('waits for the content of the page', async () => {
  const { loads } = show({ v2: lifecycles() }, { isReady: false });
  await settle();
  expect(loads).toEqual([]);
});

it('waits until its place comes near the window', async () => {
  isNear = false;
  const { loads } = show({ v2: lifecycles() });
  await settle();
  expect(loads).toEqual([]);
  near();
  await settle();
  expect(loads).toHaveLength(1);
});

it('loads at once when the user asks for it again, wherever its place is by now', async () => {
  isNear = false;
  const { loads } = show({ v2: lifecycles() }, { isRetry: true });
  await settle(0);
  expect(loads).toHaveLength(1);
});

it.each([
  ['the right', { access: { claim: 'reviewActivities' } }],
  ['the feature', { feature: 'marketingPerformance' }],
  ['the place', { slot: 'analytics/others/v1' }],
] as const)('loads nothing without %s', async (_, change) => {
  const [declared] = filler().widgets!;
  deployed(filler({ widgets: [{ ...declared!, ...change }] }));
  const { loads, phases } = show({ v2: lifecycles() });
  await settle();
  expect([loads, phases]).toEqual([[], ['failed']]);
});

const throws = () => Promise.reject(new Error('broken'));

it.each([
  ['cannot mount', { v2: lifecycles({ mount: throws }), v1: lifecycles() }, 0],
  ['cannot load', { v1: lifecycles() }, 0],
  ['hangs', { v2: lifecycles({ mount: () => new Promise(() => {}) }), v1: lifecycles() }, mountDeadlineMs],
])('falls back to the previous version when the newest %s', async (_, versions, ms) => {
  const { element, phases } = show(versions);
  await settle(idleDeadlineMs + 100 + ms);
  expect(element.textContent).toBe('about {"reader":"5"}');
  expect(phases).toEqual(['loading', 'mounted']);
  expect(events).toEqual(
    expect.arrayContaining(['failed notes/card@v2', 'fellBack notes/card@v1', 'mounted notes/card@v1']),
  );
});

it('fails alone, and tries the newest version again', async () => {
  const broken = lifecycles({ mount: throws });
  const first = show({ v2: broken, v1: broken });
  await settle();
  expect(first.phases.at(-1)).toBe('failed');
  first.shown.stop();
  const again = show({ v2: lifecycles() });
  await settle();
  expect(again.loads).toEqual(['notes v2 ./card widget-card.js']);
  expect(again.phases.at(-1)).toBe('mounted');
});

it('that no version has any more fails', async () => {
  deployed(filler({ widgetFiles: {} }));
  const { phases } = show({});
  await settle();
  expect(phases.at(-1)).toBe('failed');
});

it('may neither keep the user on the page nor act after it, and leaves nothing on it', async () => {
  let given: AreaProps | undefined;
  const mount = async (props: AreaProps) => {
    given = props;
    document.body.append(Object.assign(document.createElement('aside'), { textContent: 'Buy' }));
    document.body.style.pointerEvents = 'none';
  };
  const { shown } = show({ v2: lifecycles({ mount }) });
  await settle();
  given!.registerGuard(() => 'Stay?');
  expect(leaveQuestion()).toBeUndefined();
  expect(given!.findWidgets?.(slot)).toEqual([]);
  given!.navigate('/notes');
  shown.stop();
  given!.navigate('/trap');
  await settle(leftoversAfterMs + 100);
  expect(navigate.mock.calls).toEqual([['/notes']]);
  expect([document.querySelector('aside'), document.body.style.pointerEvents]).toEqual([null, '']);
  expect(events).toContain('leftBehind notes/card@v2');
});
