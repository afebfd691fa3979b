import { onAreaEvent } from './area-events.ts';
import { reportFailure } from './report-failure.ts';

/** Tells the server of every failure of an area, with its kind. */
export const reportAreaFailures = (): (() => void) =>
  onAreaEvent((event) => {
    if (event.type !== 'failed') return;
    const { area, version, phase, failure } = event;
    reportFailure(`area ${area}@${version} ${phase}`, failure);
  });
