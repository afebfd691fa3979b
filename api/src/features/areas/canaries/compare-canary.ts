import { compiled, incbi } from 'cephes';

/** How many people ran a version, and for how many of them it failed at least once. */
export interface Outcome {
  readonly people: number;
  readonly failed: number;
}

/** The numbers of people with a canary after which it is compared: few looks, because each look can be wrong. */
export const canaryLooks: readonly number[] = [
  8, 16, 31, 62, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000,
];

/** The probability of each kind of wrong decision over all looks together. */
const wrongShare = 0.05;
const alpha = wrongShare / canaryLooks.length;
/** A canary that fails for fewer additional people than this share is safe. */
const tolerance = 0.02;

/** The bounds of the share of failed people, each wrong with probability `alpha`: Clopper and Pearson, Biometrika 1934. */
const lowerShare = ({ failed, people }: Outcome) =>
  failed === 0 ? 0 : incbi(failed, people - failed + 1, alpha);
const upperShare = ({ failed, people }: Outcome) =>
  failed === people ? 1 : incbi(failed + 1, people - failed, 1 - alpha);

const failedShare = ({ failed, people }: Outcome) => (people === 0 ? 0 : failed / people);

/**
 * The bounds of the difference between the shares of failed people, canary minus stable: Zou and Donner, Statistics in Medicine
 * 2008. Resolves once the library is ready.
 */
export const boundDifference = async (
  canary: Outcome,
  stable: Outcome,
): Promise<{ lower: number; upper: number }> => {
  await compiled;
  const [own, other] = [failedShare(canary), failedShare(stable)];
  return {
    lower: own - other - Math.hypot(own - lowerShare(canary), upperShare(stable) - other),
    upper: own - other + Math.hypot(upperShare(canary) - own, other - lowerShare(stable)),
  };
};

/** 'worse': it fails for more people. 'safe': not for 2 % of people more. */
export type Verdict = 'worse' | 'safe' | 'inconclusive';

/** Compares a canary with the deployed version, by what people in the same hours got. */
export const compareCanary = async (canary: Outcome, stable: Outcome): Promise<Verdict> => {
  const { lower, upper } = await boundDifference(canary, stable);
  if (lower > 0) return 'worse';
  return upper < tolerance ? 'safe' : 'inconclusive';
};

/** How many looks a number of people has reached. */
export const countLooks = (people: number): number => canaryLooks.filter((look) => look <= people).length;

/** The fewest people for whom a missing share of reports is no chance. */
const fewestForMeasuring = 200;
/** Standard deviations: a correct measurement is below them once in 30,000 looks. */
const tolerated = 4;

/**
 * Whether too few people report a canary for the share of people who get it, as when its pages break before they can report.
 * `others` report the deployed version only.
 */
export const lacksReports = (share: number, reporting: number, others: number): boolean => {
  const people = reporting + others;
  if (people < fewestForMeasuring) return false;
  return reporting - share * people < -tolerated * Math.sqrt(people * share * (1 - share));
};
