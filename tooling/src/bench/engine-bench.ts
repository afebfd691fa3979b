import path from 'node:path';
import { parseArgs } from 'node:util';
import { isDemoScale } from '@readerlens/api';
import type { BenchOptions } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { say } from '../say.ts';
import { UsageError, roundsOf } from './usage-error.ts';

export interface EngineBench<Result> {
  /** Unless `--rounds` says otherwise. */
  rounds: number;
  measure: (options: BenchOptions) => Promise<Result[]>;
  /** The line above the table: what the numbers are, being medians of so many rounds. */
  title: (rounds: number) => string;
  table: (results: readonly Result[]) => string;
}

/** The command that measures on each engine that there is, and prints a table. It throws UsageError. */
export const engineBench =
  <Result>(bench: EngineBench<Result>) =>
  async (args: string[]): Promise<void> => {
    const { values } = parseArgs({
      args,
      options: {
        scale: { type: 'string', default: '1m' },
        rounds: { type: 'string', default: String(bench.rounds) },
      },
    });
    const { scale } = values;
    const rounds = roundsOf(values.rounds);
    if (!isDemoScale(scale)) throw new UsageError(`'${scale}' is not a scale.`);
    const results = await bench.measure({
      cacheDir: path.join(cacheDir, 'bench'),
      scale,
      ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
      rounds,
      say,
    });
    say(`\n${bench.title(rounds)}\n`);
    say(bench.table(results));
  };
