import { api, isExpired, sessionStore } from '@readerlens/auth';
import type { AreaSample } from '@readerlens/contract';
import { telemetryBatchMs } from '../deadlines.ts';

export type { AreaSample } from '@readerlens/contract';

const batchSize = 100;
/** What one page may say at most: an area that fails in a circle says nothing new. */
const pageLimit = 500;

let taken = 0;
let waiting: AreaSample[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits; without a session it is dropped, as is what the server does not take. Never throws. */
export const sendAreaSamples = () => {
  clearTimeout(timer);
  timer = undefined;
  const all = waiting;
  waiting = [];
  if (isExpired(sessionStore.getState().claims)) return;
  for (let start = 0; start < all.length; start += batchSize) {
    const samples = all.slice(start, start + batchSize);
    api('POST /api/areas/samples', { body: { samples } }, { background: true }).catch(() => {
      // Measurements may be lost without an error.
    });
  }
};

/** Keeps a sample for the next batch; at once when the page is going out of sight and may not come back. */
export const recordAreaSample = (sample: AreaSample) => {
  if (taken >= pageLimit) return;
  taken += 1;
  waiting.push(sample);
  if (document.visibilityState === 'hidden') queueMicrotask(sendAreaSamples);
  else timer ??= setTimeout(sendAreaSamples, telemetryBatchMs);
};

/** Sends what waits before the page may be gone. Returns the way to stop. */
export const sendBeforeLeaving = (): (() => void) => {
  const onChange = () => {
    if (document.visibilityState === 'hidden') sendAreaSamples();
  };
  document.addEventListener('visibilitychange', onChange);
  addEventListener('pagehide', sendAreaSamples);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', sendAreaSamples);
  };
};
