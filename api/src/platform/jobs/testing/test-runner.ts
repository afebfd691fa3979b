import type { Database } from '../../db/index.ts';
import { secondsAfter } from '../../time.ts';
import type { JobKind, SingleKind } from '../job-kind.ts';
import { createRunner } from '../runner.ts';
import type { AttemptEnd, Runner, RunnerOptions } from '../runner.ts';

/** A clock that tests set and advance. */
export const createTestClock = (start: string) => {
  let now = new Date(start);
  return {
    clock: () => now,
    set: (instant: string) => {
      now = new Date(instant);
    },
    pass: (seconds: number) => {
      now = secondsAfter(now, seconds);
    },
  };
};

export interface TestRunner extends Runner {
  readonly ends: AttemptEnd[];
}

export const createTestRunner = (
  db: Database,
  clock: () => Date,
  kinds: readonly JobKind[],
  options: Pick<RunnerOptions, 'stopMs' | 'pollMs' | 'meter'> = {},
): TestRunner => {
  const ends: AttemptEnd[] = [];
  const logger = { warn() {}, error() {} };
  const runner = createRunner({
    db,
    clock,
    kinds,
    logger,
    onAttempt: (_kind, end) => ends.push(end),
    ...options,
  });
  return { ...runner, ends };
};

export const testKind = (handle: SingleKind['handle'], more: Partial<SingleKind> = {}): SingleKind => ({
  name: 'test',
  concurrency: 5,
  leaseSeconds: 60,
  pauses: [60, 300],
  handle,
  ...more,
});
