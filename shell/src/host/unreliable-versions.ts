import type { AreaFailure } from './area-failure.ts';

/** How long a version that failed is passed over where another is known. */
const restMs = 5 * 60_000;

const failures = new Map<string, { failure: AreaFailure; until: number }>();

const keyOf = (area: string, version: string) => `${area}@${version}`;

/** Passes a version over for a while: waiting for it again at each visit helps nobody. */
export const distrust = (area: string, version: string, failure: AreaFailure) => {
  failures.set(keyOf(area, version), { failure, until: Date.now() + restMs });
};

/** Why a version is passed over, or undefined when it is not. */
export const distrusted = (area: string, version: string): AreaFailure | undefined => {
  const entry = failures.get(keyOf(area, version));
  return entry && entry.until > Date.now() ? entry.failure : undefined;
};

/** Gives the versions of an area another chance. */
export const trustAgain = (area: string) => {
  for (const key of failures.keys()) if (key.startsWith(`${area}@`)) failures.delete(key);
};
