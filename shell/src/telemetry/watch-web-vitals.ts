import { onCLS, onINP, onLCP } from 'web-vitals';
import type { CLSMetric, INPMetric, LCPMetric } from 'web-vitals';
import { matchArea, registryStore } from '../host/index.ts';
import { recordAreaSample } from './area-samples.ts';
import { landingVisit, findLatestVisit, visitAt } from './area-visits.ts';
import type { AreaVisit } from './area-visits.ts';

type Metric = LCPMetric | INPMetric | CLSMetric;

/** The area that an address belongs to. */
const visitTo = (address: string | undefined): AreaVisit | undefined => {
  const state = registryStore.getState();
  if (state.status !== 'ready' || !address || !URL.canParse(address)) return undefined;
  const match = matchArea(state.registry, new URL(address).pathname);
  return match && findLatestVisit(match.area.id);
};

/**
 * The visit that a measurement belongs to: for LCP the one that the page was opened with; else the one with the worst
 * entry or, if there are no entries, that of the measured address.
 */
export const findVisit = (metric: Metric): AreaVisit | undefined => {
  const last = metric.entries.at(-1);
  if (metric.name === 'LCP' && metric.navigationType !== 'back-forward-cache') return landingVisit();
  return last ? visitAt(last.startTime) : visitTo(metric.navigationURL);
};

const rounded = ({ name, value }: Metric) =>
  name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);

const report = (metric: Metric) => {
  const visit = findVisit(metric);
  if (!visit) return;
  const { area, version } = visit;
  recordAreaSample({ area, version, kind: 'vital', vital: metric.name, value: rounded(metric) });
};

/**
 * Measures the page: LCP once, INP and CLS when the page is left or hidden. Browsers that support soft navigations
 * measure INP and CLS per address; in others the worst value of the page counts, for the area in which it occurred.
 */
export const watchWebVitals = () => {
  onLCP(report);
  onINP(report, { reportSoftNavs: true });
  onCLS(report, { reportSoftNavs: true });
};
