import { countRounds } from '@readerlens/filters/testing';
import type { Engine } from '../db/index.ts';

/** Set by the global setup: the engines of `describeOnOneEngine`, separated by a comma. */
export const enginesVariable = 'READERLENS_TEST_ENGINES';

interface RunOptions {
  readonly hasServer: boolean;
  readonly seed: number;
  /** The environment variable ENGINES. */
  readonly chosen: string | undefined;
}

export const enginesOfRun = ({ hasServer, seed, chosen }: RunOptions): string => {
  if (chosen !== undefined && chosen !== 'both') throw new Error(`ENGINES can be "both"; it is "${chosen}".`);
  if (!hasServer) return 'pglite';
  if (chosen === 'both') return 'pglite,postgres';
  // A round each, so that test files that take turns meet both.
  return countRounds(seed) % 2 === 0 ? 'pglite' : 'postgres';
};

/** The engines on which tests run that do not depend on the engine. */
export const enginesOfAnyTest = (): Engine[] =>
  (process.env[enginesVariable] ?? 'pglite').split(',') as Engine[];
