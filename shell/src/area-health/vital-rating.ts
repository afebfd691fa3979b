import { CLSThresholds, INPThresholds, LCPThresholds } from 'web-vitals';

export type Vital = 'LCP' | 'INP' | 'CLS';
export type Rating = 'good' | 'needs improvement' | 'poor';

const thresholds = { LCP: LCPThresholds, INP: INPThresholds, CLS: CLSThresholds };

/** The rating of a web vital at its 75th percentile, by the official thresholds. */
export const rateVital = (vital: Vital, value: number): Rating => {
  const [good, poor] = thresholds[vital];
  if (value <= good) return 'good';
  return value <= poor ? 'needs improvement' : 'poor';
};

/** Formats milliseconds, as seconds from ten seconds up. */
export const showMs = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms).toLocaleString('en-US')} ms`;

export const showVital = (vital: Vital, value: number): string =>
  vital === 'CLS' ? value.toFixed(3).replace(/0$/, '') : showMs(value);
