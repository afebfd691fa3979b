import { CLSThresholds, INPThresholds, LCPThresholds } from 'web-vitals';

export type Vital = 'LCP' | 'INP' | 'CLS';
export type Rating = 'good' | 'needs work' | 'poor';

const thresholds = { LCP: LCPThresholds, INP: INPThresholds, CLS: CLSThresholds };

/** How a web vital at its 75th percentile counts, by the thresholds of those who defined it. */
export const ratingOf = (vital: Vital, value: number): Rating => {
  const [good, poor] = thresholds[vital];
  if (value <= good) return 'good';
  return value <= poor ? 'needs work' : 'poor';
};

/** Milliseconds for people; seconds from ten on. */
export const showMs = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms).toLocaleString('en-US')} ms`;

export const showVital = (vital: Vital, value: number): string =>
  vital === 'CLS' ? value.toFixed(3).replace(/0$/, '') : showMs(value);
