import path from 'node:path';
import { parseArgs } from 'node:util';
import { isDemoScale } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { log } from '../log.ts';
import type { DemoScale } from '@readerlens/api';
import type { BenchOptions } from './api/engines.ts';
import { UsageError, parseRounds } from './usage-error.ts';

export interface EngineBench<Result> {
  /** Default of `--rounds`. */
  rounds: number;
  /** Default of `--scale`; default: a million activities. */
  scale?: DemoScale;
  measure: (options: BenchOptions) => Promise<Result[]>;
  /** The line above the table. */
  title: (rounds: number) => string;
  table: (results: readonly Result[]) => string;
}

/** Creates the command that measures on each available engine and prints a table. Throws UsageError. */
export const engineBench =
  <Result>(bench: EngineBench<Result>) =>
  async (args: string[]): Promise<void> => {
    const { values } = parseArgs({
      args,
      options: {
        scale: { type: 'string', default: bench.scale ?? '1m' },
        rounds: { type: 'string', default: String(bench.rounds) },
      },
    });
    const { scale } = values;
    const rounds = parseRounds(values.rounds);
    if (!isDemoScale(scale)) throw new UsageError(`Unknown scale '${scale}'.`);
    const results = await bench.measure({
      cacheDir: path.join(cacheDir, 'bench'),
      scale,
      ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
      rounds,
      log,
    });
    log(`\n${bench.title(rounds)}\n`);
    log(bench.table(results));
  };
