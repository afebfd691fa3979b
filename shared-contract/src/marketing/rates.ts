// Rates of marketing performance. Nothing else divides one count by another, so that a rate of few cases appears nowhere.
import { leastCasesOfRate } from './vocabulary.ts';

/** `part` of `of` cases. */
export interface Cases {
  readonly part: number;
  readonly of: number;
}

export interface Rate extends Cases {
  /** From 0 to 1. */
  readonly value: number;
  /** The 95 % interval by Wilson, from 0 to 1. */
  readonly from: number;
  readonly to: number;
}

const z = 1.959964;

/** A rate with its interval; undefined for fewer than ten cases. https://doi.org/10.1080/01621459.1927.10502953 */
export const computeRate = ({ part, of }: Cases): Rate | undefined => {
  if (of < leastCasesOfRate) return undefined;
  const value = part / of;
  const middle = (value + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const reach = (z / (1 + z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + z ** 2 / (4 * of ** 2));
  return { part, of, value, from: Math.max(0, middle - reach), to: Math.min(1, middle + reach) };
};

const toPercent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** 'n = 7: too few for a rate'. */
export const tooFewText = (of: number): string => `n = ${of}: too few for a rate`;

/** '30.0%', or the words for too few cases. */
export const formatRate = (cases: Cases): string => {
  const rate = computeRate(cases);
  return rate ? toPercent(rate.value) : tooFewText(cases.of);
};

/** '30 of 100 (95%: 21.9–39.6%)'. */
export const describeRate = (cases: Cases): string => {
  const rate = computeRate(cases);
  const counts = `${cases.part.toLocaleString('en-US')} of ${cases.of.toLocaleString('en-US')}`;
  return rate ? `${counts} (95%: ${toPercent(rate.from).replace('%', '')}–${toPercent(rate.to)})` : counts;
};

/** How many of one thing there are for each of another; undefined for too few. */
const computeAverage = ({ part, of }: Cases): number | undefined =>
  of < leastCasesOfRate ? undefined : part / of;

/** How many of one thing there are for each of another: '2.4'. The same words for too few. */
export const formatAverage = (cases: Cases): string =>
  computeAverage(cases)?.toFixed(1) ?? tooFewText(cases.of);

const formatSigned = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
};

/** How much higher a rate is than another: '+8.3 points'; undefined if one of them is not known. */
export const formatRateDifference = (cases: Cases, baseline: Cases): string | undefined => {
  const [rate, before] = [computeRate(cases), computeRate(baseline)];
  return rate && before && `${formatSigned((rate.value - before.value) * 100, 1)} points`;
};

/** How much higher an average is than another: '+0.4'; undefined if one of them is not known. */
export const formatAverageDifference = (cases: Cases, baseline: Cases): string | undefined => {
  const [average, before] = [computeAverage(cases), computeAverage(baseline)];
  return average === undefined || before === undefined ? undefined : formatSigned(average - before, 1);
};

/** What share an amount is of another one, or the words for too few cases. Amounts have no interval. */
export const formatAmountShare = ({ part, of }: Cases, cases: number): string =>
  cases < leastCasesOfRate || of === 0 ? tooFewText(cases) : toPercent(part / of);

/** The average of amounts, as `format` writes it; the same words for too few. */
export const formatAverageAmount = ({ part, of }: Cases, format: (average: number) => string): string =>
  of < leastCasesOfRate ? tooFewText(of) : format(Math.round(part / of));

/** The engagements of a group of organizations in the same number of days before and after an event. */
export interface ComparedGroup {
  /** Each organization once; decides whether there are enough. */
  readonly organizations: number;
  /** Each organization once for each event; the change is divided by them. */
  readonly cases: number;
  readonly before: number;
  readonly after: number;
}

const isTooSmall = ({ organizations }: ComparedGroup): boolean => organizations < leastCasesOfRate;
const computeMeanChange = ({ before, after, cases }: ComparedGroup): number => (after - before) / cases;

/** The mean change of a group: '+4.00', or the words for too few organizations. */
export const formatMeanChange = (group: ComparedGroup): string =>
  isTooSmall(group) ? tooFewText(group.organizations) : formatSigned(computeMeanChange(group), 2);

export const hasLift = (group: ComparedGroup, controls: ComparedGroup): boolean =>
  ![group, controls].some(isTooSmall);

/** The difference in differences: the mean change of a group minus that of its controls, or the words for too few. */
export const formatLift = (group: ComparedGroup, controls: ComparedGroup): string => {
  const small = [group, controls].find(isTooSmall);
  return small
    ? tooFewText(small.organizations)
    : formatSigned(computeMeanChange(group) - computeMeanChange(controls), 2);
};
