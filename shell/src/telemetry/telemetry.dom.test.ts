import { clearSession, sessionStore, storeTokens } from '@readerlens/auth';
import type { CLSMetric, INPMetric, LCPMetric } from 'web-vitals';
import { AreaFailure } from '../host/area-failure.ts';
import { emitAreaEvent } from '../host/area-events.ts';
import { registryStore } from '../host/index.ts';
import { client, encodePersonToken } from '../testing/people.ts';
import { recordFetch } from '../testing/record-fetch.ts';
import { testRegistry } from '../testing/registry.ts';
import { recordAreaSample, sendAreaSamples, sendBeforeLeaving } from './area-samples.ts';
import type { AreaSample } from './area-samples.ts';
import { areaRequested, areaHidden, areaShown, resetVisits, visitAt } from './area-visits.ts';
import { recordAreas } from './record-areas.ts';
import { findVisit } from './watch-web-vitals.ts';

let requests: ReturnType<typeof recordFetch>;
let stop: () => void;

/** The batches that were sent, once everything that was begun is done. */
const sent = async () => {
  await jest.advanceTimersByTimeAsync(0);
  return requests.map(({ body }) => (body as { samples: AreaSample[] }).samples);
};

let visibility: DocumentVisibilityState;

const fallback = (version: string): AreaSample => ({ area: 'analytics', version, kind: 'fallback' });

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  resetVisits();
  requests = recordFetch();
  storeTokens({ token: encodePersonToken(client) });
  stop = sendBeforeLeaving();
});
afterEach(() => {
  stop();
  clearSession();
  // Without a session, this drops what is pending.
  sendAreaSamples();
  jest.useRealTimers();
});

describe('samples', () => {
  it('are sent as one batch ten seconds after the first, with the bearer token and without the progress bar', async () => {
    let busy = 0;
    const unsubscribe = sessionStore.subscribe(({ pending }) => (busy = Math.max(busy, pending)));
    recordAreaSample(fallback('a'));
    await jest.advanceTimersByTimeAsync(9_000);
    recordAreaSample(fallback('b'));
    await jest.advanceTimersByTimeAsync(999);
    expect(requests).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    unsubscribe();
    expect(await sent()).toEqual([[fallback('a'), fallback('b')]]);
    expect(requests[0]?.call).toBe('POST /api/areas/samples');
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${sessionStore.getState().token}`);
    expect(busy).toBe(0);
  });

  it('are sent at once when the page is hidden, and while it is hidden', async () => {
    recordAreaSample(fallback('a'));
    visibility = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    recordAreaSample(fallback('b'));
    recordAreaSample(fallback('c'));
    expect(await sent()).toEqual([[fallback('a')], [fallback('b'), fallback('c')]]);
  });

  it('are sent with keepalive', async () => {
    recordAreaSample(fallback('a'));
    window.dispatchEvent(new Event('pagehide'));
    expect(await sent()).toHaveLength(1);
    expect(requests[0]?.keepalive).toBe(true);
  });

  it('are dropped without a session', async () => {
    clearSession();
    recordAreaSample(fallback('a'));
    sendAreaSamples();
    await jest.advanceTimersByTimeAsync(60_000);
    storeTokens({ token: encodePersonToken(client) });
    sendAreaSamples();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests).toEqual([]);
  });

  it('that the server rejects are dropped silently', async () => {
    requests = recordFetch(() => Response.json({ success: false, message: 'Busy.' }, { status: 503 }));
    recordAreaSample(fallback('a'));
    sendAreaSamples();
    await jest.advanceTimersByTimeAsync(60_000);
    sendAreaSamples();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
  });
});

describe('area events', () => {
  const subject = { area: 'review', version: 'v2' };

  it('become samples: the first load, mounts, failures and fallbacks', async () => {
    const stopRecording = recordAreas();
    emitAreaEvent({ ...subject, type: 'loading' });
    emitAreaEvent({ ...subject, type: 'loaded', ms: 120.4 });
    emitAreaEvent({ ...subject, type: 'mounted' });
    emitAreaEvent({ ...subject, type: 'ready', ms: 33.3 });
    emitAreaEvent({ ...subject, type: 'unmounted' });
    emitAreaEvent({ ...subject, type: 'loaded', ms: 0.1 });
    emitAreaEvent({ ...subject, type: 'ready', ms: 9 });
    const failure = new AreaFailure('missing', 'gone');
    emitAreaEvent({ ...subject, type: 'failed', phase: 'run', failure });
    emitAreaEvent({ ...subject, version: 'v1', type: 'fellBack', failed: 'v2' });
    stopRecording();
    emitAreaEvent({ ...subject, type: 'ready', ms: 9 });
    sendAreaSamples();
    expect(await sent()).toEqual([
      [
        { ...subject, kind: 'load', value: 120 },
        { ...subject, kind: 'mount', value: 33 },
        { ...subject, kind: 'mount', value: 9 },
        { ...subject, kind: 'failure', phase: 'run', failure: 'missing' },
        { ...subject, kind: 'fallback' },
      ],
    ]);
  });
});

it('samples of a widget name it, and do not begin a visit of its area', async () => {
  const stopRecording = recordAreas();
  const page = { area: 'analytics', version: 'a1' };
  const card = { area: 'review', version: 'v2', widget: 'card' };
  emitAreaEvent({ ...page, type: 'mounted' });
  emitAreaEvent({ ...card, type: 'loaded', ms: 5 });
  emitAreaEvent({ ...card, type: 'mounted' });
  emitAreaEvent({ ...card, type: 'failed', phase: 'run', failure: new AreaFailure('error', 'broken') });
  emitAreaEvent({ area: 'review', version: 'v2', type: 'loaded', ms: 6 });
  stopRecording();
  sendAreaSamples();
  expect(await sent()).toEqual([
    [
      { ...card, kind: 'load', value: 5 },
      { ...card, kind: 'failure', phase: 'run', failure: 'error' },
      { area: 'review', version: 'v2', kind: 'load', value: 6 },
    ],
  ]);
  expect(visitAt(performance.now())).toMatchObject({ area: 'analytics', to: Infinity });
});

describe('a web vital', () => {
  const at = (...times: number[]) => times.map((startTime) => ({ startTime }));
  const measured = { navigationType: 'navigate', entries: [], value: 1 };
  const lcp = (more: object = {}) => ({ ...measured, name: 'LCP', ...more }) as unknown as LCPMetric;
  const cls = (more: object = {}) => ({ ...measured, name: 'CLS', ...more }) as unknown as CLSMetric;
  const inp = (...times: number[]) =>
    ({ ...measured, name: 'INP', entries: at(...times) }) as unknown as INPMetric;

  beforeEach(() => {
    registryStore.setState({ status: 'ready', registry: testRegistry, stale: false, invalid: [] }, true);
    areaShown('analytics', 'a1', 1000);
    areaHidden(2000);
    areaRequested(2040);
    areaShown('review', 'r1', 2100);
  });

  it('of the first paint belongs to the area that the page was opened with', () => {
    expect(findVisit(lcp({ entries: at(400) }))).toMatchObject({ area: 'analytics', version: 'a1' });
  });

  it('of the first paint belongs to none when the user logged in first', () => {
    resetVisits();
    Object.defineProperty(navigator, 'userActivation', {
      value: { hasBeenActive: true },
      configurable: true,
    });
    areaShown('analytics', 'a1', 5000);
    Reflect.deleteProperty(navigator, 'userActivation');
    areaShown('review', 'r1', 6000);
    expect(findVisit(lcp({ entries: at(400) }))).toBeUndefined();
    expect(findVisit(inp(400))).toBeUndefined();
    const back = lcp({ navigationType: 'back-forward-cache', entries: at(6500) });
    expect(findVisit(back)).toMatchObject({ area: 'review' });
  });

  it('belongs to the area in which it happened', () => {
    expect(findVisit(inp(1500))).toMatchObject({ area: 'analytics' });
    expect(findVisit(inp(1500, 2500))).toMatchObject({ area: 'review' });
    expect(findVisit(cls({ entries: at(99_999) }))).toMatchObject({ area: 'review' });
    expect(findVisit(inp(2020))).toBeUndefined();
  });

  it('belongs to the area that was requested', () => {
    expect(findVisit(inp(10))).toMatchObject({ area: 'analytics' });
    expect(findVisit(inp(2050))).toMatchObject({ area: 'review' });
  });

  it('without entries belongs to the area of the measured address', () => {
    const to = (path: string) => cls({ value: 0, navigationURL: `http://localhost${path}` });
    expect(findVisit(to('/analytics/search?f=x'))).toMatchObject({ area: 'analytics' });
    expect(findVisit(to('/login'))).toBeUndefined();
    expect(findVisit(cls({ value: 0 }))).toBeUndefined();
  });
});

describe('too many samples', () => {
  it('are limited per page and sent in batches of a hundred', async () => {
    for (let count = 0; count < 600; count += 1) recordAreaSample(fallback('a'));
    sendAreaSamples();
    const sizes = (await sent()).map(({ length }) => length);
    expect(sizes.slice(0, 4)).toEqual([100, 100, 100, 100]);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500);
  });
});
