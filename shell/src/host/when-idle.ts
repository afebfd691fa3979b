import { idleDeadlineMs } from '../deadlines.ts';

/** Calls back once the page is idle. A page that draws without a pause, or a busy machine, never is: it ends the wait at the deadline. */
export const whenIdle = (work: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(() => work(), { timeout: idleDeadlineMs });
  else setTimeout(work, idleDeadlineMs);
};
