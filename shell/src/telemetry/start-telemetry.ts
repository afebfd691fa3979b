import { webVitalsAfterMs } from '../deadlines.ts';
import { onAreaEvent } from '../host/index.ts';
import { sendBeforeLeaving } from './area-samples.ts';
import { recordAreas } from './record-areas.ts';

const watchLater = () => {
  const timer = setTimeout(() => {
    import(/* webpackChunkName: "web-vitals" */ './watch-web-vitals.ts').then(
      ({ watchWebVitals }) => watchWebVitals(),
      () => {
        // A page that is not measured is no worse a page.
      },
    );
  }, webVitalsAfterMs);
  return () => clearTimeout(timer);
};

/** Once an area is there, fetches what measures the page. Returns the way to stop. */
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

/** Tells the server how the areas of this page do: times, failures, web vitals. Returns the way to stop. */
export const startTelemetry = (): (() => void) => {
  const stops = [recordAreas(), sendBeforeLeaving(), measureAfterFirstArea()];
  return () => stops.forEach((stop) => stop());
};
