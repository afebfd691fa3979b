import { idleFallbackMs } from '../deadlines.ts';

/** Calls back once the page is idle. */
export const whenIdle = (work: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(() => work());
  else setTimeout(work, idleFallbackMs);
};
