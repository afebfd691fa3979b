import { init } from '@module-federation/enhanced/runtime';
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import type { AreaLifecycles } from '@readerlens/ui';
import { client } from '../testing/people.ts';
import { testRegistry } from '../testing/registry.ts';
import { renderShell, useShell } from '../testing/render-shell.tsx';
import { onAreaEvent, registryStore, startPrefetch } from './index.ts';

/** How long the entry of an area takes to arrive, by the clock of the page. */
const entryMs = 300;
/** The clock of the page, in milliseconds; only the test advances it. */
let clock = 10_000;

useShell();

const step = async () => {};
const lifecycles: AreaLifecycles = { bootstrap: step, mount: step, update: step, unmount: step };
const entries: Partial<PerformanceResourceTiming>[] = [];
const loads: number[] = [];
let arrived = 0;

// jsdom neither fetches scripts nor fires their load events.
const network = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLScriptElement)) continue;
    setTimeout(() => {
      clock += entryMs;
      arrived += 1;
      node.dispatchEvent(new Event('load'));
    });
  }
});

const stops: (() => void)[] = [];

beforeAll(() => {
  init({ name: 'shell', remotes: [] });
  Object.assign(globalThis, { readerlens_timed: { init: step, get: async () => () => lifecycles } });
  performance.getEntriesByType = () => entries as PerformanceEntry[];
  performance.now = () => clock;
  network.observe(document.head, { childList: true });
  stops.push(
    startPrefetch(),
    onAreaEvent((event) => {
      if (event.type === 'loaded') loads.push(event.ms);
    }),
  );
});
afterAll(() => {
  for (const stop of stops) stop();
  network.disconnect();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  Reflect.deleteProperty(performance, 'now');
});
beforeEach(() => {
  loads.length = 0;
  entries.length = 0;
  arrived = 0;
});

const base = (version: string) => `/areas/analytics/${version}/`;

/** A page without an area, with a link to a version of one. */
const openPageWithLink = async (version: string) => {
  const { user } = renderShell('/no/such/page', client);
  const deployed = {
    version,
    base: base(version),
    container: 'readerlens_timed',
    integrity: { 'entry.js': 'sha384-x' },
  };
  const areas = testRegistry.areas.map((area) => ({ ...area, ...deployed }));
  act(() =>
    registryStore.setState({ status: 'ready', registry: { areas }, stale: false, invalid: [] }, true),
  );
  return { user, link: await screen.findByRole('link', { name: 'Performance Overview' }) };
};

it('is how long the files took, even if they were fetched before the visit', async () => {
  const { user, link } = await openPageWithLink('hovered');
  await user.hover(link);
  await waitFor(() => expect(arrived).toBe(1));
  clock += 2 * entryMs;
  await user.click(link);
  await waitFor(() => expect(loads).toEqual([entryMs]));
});

it('includes the fetches of the page itself, but not the idle time since', async () => {
  const now = clock;
  const name = location.origin + base('preloaded');
  entries.push(
    { name: `${name}entry.js`, startTime: now - 5000, responseEnd: now - 4800 },
    { name: `${name}area.js`, startTime: now - 4900, responseEnd: now - 4000 },
    { name: `${location.origin}/shell/main.js`, startTime: now - 9000, responseEnd: now - 100 },
  );
  const { user, link } = await openPageWithLink('preloaded');
  await user.click(link);
  await waitFor(() => expect(loads).toEqual([1000 + entryMs]));
});
