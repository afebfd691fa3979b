import { webVitalsAfterMs } from '../deadlines.ts';
import { onAreaEvent } from '../host/index.ts';
import { sendBeforeLeaving } from './area-samples.ts';
import { recordAreas } from './record-areas.ts';

const watchLater = () => {
  const timer = setTimeout(() => {
    import(/* webpackChunkName: "web-vitals" */ './watch-web-vitals.ts').then(
      ({ watchWebVitals }) => watchWebVitals(),
      () => {
        // The page works without being measured.
      },
    );
  }, webVitalsAfterMs);
  return () => clearTimeout(timer);
};

/** Loads the web vitals code once an area is shown. Returns a function that stops it. */
const measureAfterFirstArea = (): (() => void) => {
  let stopTimer = () => {};
  const stop = onAreaEvent(({ type }) => {
    if (type !== 'ready') return;
    stop();
    stopTimer = watchLater();
  });
  return () => {
    stop();
    stopTimer();
  };
};

/** Reports durations, failures and web vitals of the areas to the server. Returns a function that stops it. */
export const startTelemetry = (): (() => void) => {
  const stops = [recordAreas(), sendBeforeLeaving(), measureAfterFirstArea()];
  return () => stops.forEach((stop) => stop());
};
