import { api, isExpired, sessionStore } from '@readerlens/auth';
import type { AreaSample } from '@readerlens/contract';
import { telemetryBatchMs } from '../deadlines.ts';

export type { AreaSample } from '@readerlens/contract';

const batchSize = 100;
/** The most samples that one page sends: an area that fails in a loop adds no information. */
const pageLimit = 500;

let recorded = 0;
let pending: AreaSample[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends pending samples. Drops them without a session and if the server rejects them. Never throws. */
export const sendAreaSamples = () => {
  clearTimeout(timer);
  timer = undefined;
  const all = pending;
  pending = [];
  if (isExpired(sessionStore.getState().claims)) return;
  for (let start = 0; start < all.length; start += batchSize) {
    const samples = all.slice(start, start + batchSize);
    api('POST /api/areas/samples', { body: { samples } }, { background: true }).catch(() => {
      // Measurements may be lost without an error.
    });
  }
};

/** Queues a sample for the next batch; sends it at once if the page is hidden, because it may not come back. */
export const recordAreaSample = (sample: AreaSample) => {
  if (recorded >= pageLimit) return;
  recorded += 1;
  pending.push(sample);
  if (document.visibilityState === 'hidden') queueMicrotask(sendAreaSamples);
  else timer ??= setTimeout(sendAreaSamples, telemetryBatchMs);
};

/** Sends pending samples when the page is hidden or unloaded. Returns a function that stops it. */
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
