import { runs, seededRandom, testSeed } from '@readerlens/filters/testing';
import * as fc from 'fast-check';
import { boundDifference, canaryLooks, compareCanary, countLooks, lacksReports } from './compare-canary.ts';
import type { Verdict } from './compare-canary.ts';

const releases = runs({ test: 400, soak: 10_000 });
/** Standard errors by which the share of a simulation may exceed what is promised. */
const luck = 4;

const random = seededRandom();

/** How many of `people` fail, each with probability `share`: skips to the next failure, because failures are rare. */
const drawFailures = (people: number, share: number): number => {
  if (share === 0) return 0;
  let failures = 0;
  const skip = () => 1 + Math.floor(Math.log(1 - random()) / Math.log1p(-share));
  for (let at = skip(); at <= people; at += skip()) failures += 1;
  return failures;
};

interface Release {
  /** The true shares of people for whom the versions fail. */
  canary: number;
  stable: number;
  /** People who get the canary until the team loses patience. */
  people: number;
  /** People with the deployed version for each with the canary. */
  ratio?: number;
}

/** A release from its first person on: its first decision, as the product looks at it. */
const simulate = async ({ canary, stable, people, ratio = 1 }: Release): Promise<Verdict> => {
  const own = { people: 0, failed: 0 };
  const others = { people: 0, failed: 0 };
  for (const look of canaryLooks.filter((each) => each <= people)) {
    own.failed += drawFailures(look - own.people, canary);
    own.people = look;
    const reached = Math.round(look * ratio);
    others.failed += drawFailures(reached - others.people, stable);
    others.people = reached;
    const verdict = await compareCanary(own, others);
    if (verdict !== 'inconclusive') return verdict;
  }
  return 'inconclusive';
};

/** The shares of releases that end with each verdict. */
const simulateAll = async (release: Release): Promise<Record<Verdict, number>> => {
  const shares = { worse: 0, safe: 0, inconclusive: 0 };
  for (let at = 0; at < releases; at += 1) shares[await simulate(release)] += 1 / releases;
  return shares;
};

const withLuck = (share: number) => share + luck * Math.sqrt((share * (1 - share)) / releases);
const withBadLuck = (share: number) => share - luck * Math.sqrt((share * (1 - share)) / releases);

describe('a canary that fails for 2 % of people more, or worse, is rarely found safe', () => {
  it.each(
    [40, 1000, 100_000].flatMap((people) =>
      [0, 0.005, 0.05].flatMap((stable) =>
        [0.02, 0.04].map((more) => ({ people, stable, canary: stable + more })),
      ),
    ),
  )('$people people, $stable on stable, $canary on the canary', async (release) => {
    expect((await simulateAll(release)).safe).toBeLessThan(withLuck(0.05));
  });
});

describe('with 0.5 % on stable', () => {
  it.each([1, 3, 19])(
    'an equal one is found safe in time, with %s people on stable for each',
    async (ratio) => {
      const { worse, safe } = await simulateAll({ canary: 0.005, stable: 0.005, people: 1000, ratio });
      expect(worse).toBeLessThan(withLuck(0.05));
      expect(safe).toBeGreaterThan(withBadLuck(0.8));
    },
  );

  it.each([
    [1000, 0.8],
    [2000, 0.95],
  ])('one that fails five times as often is stopped with %s people', async (people, share) => {
    expect((await simulateAll({ canary: 0.025, stable: 0.005, people })).worse).toBeGreaterThan(
      withBadLuck(share),
    );
  });

  it('nothing is decided about 40 people, unless it is obvious', async () => {
    expect((await simulateAll({ canary: 0.005, stable: 0.005, people: 40 })).inconclusive).toBeGreaterThan(
      0.95,
    );
    expect((await simulateAll({ canary: 0.9, stable: 0.005, people: 40 })).worse).toBeGreaterThan(0.99);
  });
});

const arbOutcome = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([people, share]) => ({ people, failed: Math.round(people * share) }));
const propertyRuns = { numRuns: runs({ test: 300, soak: 5000 }), seed: testSeed };

it('bounds the difference around what was counted, between -1 and 1, mirrored for the other side', async () => {
  await fc.assert(
    fc.asyncProperty(arbOutcome, arbOutcome, async (one, other) => {
      const { lower, upper } = await boundDifference(one, other);
      const difference = one.failed / one.people - other.failed / other.people;
      expect(lower).toBeLessThanOrEqual(difference + 1e-9);
      expect(upper).toBeGreaterThanOrEqual(difference - 1e-9);
      const mirrored = await boundDifference(other, one);
      expect(mirrored.lower).toBeCloseTo(-upper, 9);
    }),
    propertyRuns,
  );
});

it('one more failure never makes a canary look better', async () => {
  const order: Verdict[] = ['safe', 'inconclusive', 'worse'];
  await fc.assert(
    fc.asyncProperty(arbOutcome, arbOutcome, async (canary, stable) => {
      fc.pre(canary.failed < canary.people);
      const before = order.indexOf(await compareCanary(canary, stable));
      const after = order.indexOf(await compareCanary({ ...canary, failed: canary.failed + 1 }, stable));
      expect(after).toBeGreaterThanOrEqual(before);
    }),
    propertyRuns,
  );
});

it('does not stop a canary before anybody has reported the deployed version', async () => {
  expect(await compareCanary({ people: 1000, failed: 30 }, { people: 0, failed: 0 })).toBe('inconclusive');
});

it('counts the looks that a number of people has reached', () => {
  expect([0, 7, 8, 124, 125, 1_000_000].map(countLooks)).toEqual([0, 0, 1, 4, 5, canaryLooks.length]);
});

it('notices that people with the canary do not report', () => {
  expect(lacksReports(0.5, 250, 250)).toBe(false);
  expect(lacksReports(0.5, 220, 280)).toBe(false);
  expect(lacksReports(0.5, 50, 250)).toBe(true);
  // More than expected have it: staff and clients with early access.
  expect(lacksReports(0.05, 250, 250)).toBe(false);
  expect(lacksReports(0.5, 0, 150)).toBe(false);
});
