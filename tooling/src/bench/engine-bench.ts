import path from 'node:path';
import { isDemoScale } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { parseArguments } from '@readerlens/api/command';
import { UsageError } from '@readerlens/api/explained-error';
import { cacheDir } from '../paths.ts';
import { log } from '../log.ts';
import type { DemoScale } from '@readerlens/api';
import type { BenchOptions } from './api/engines.ts';
import { parseRounds } from './parse-rounds.ts';

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

const engines = ['pglite', 'postgres'] as const satisfies readonly Engine[];

const isEngine = (name: string): name is Engine => engines.some((engine) => engine === name);

/** Creates the command that measures on each available engine and prints a table. Throws UsageError. */
export const engineBench =
  <Result>(bench: EngineBench<Result>) =>
  async (args: string[]): Promise<void> => {
    const { values } = parseArguments(args, {
      options: {
        scale: { type: 'string', default: bench.scale ?? '1m' },
        rounds: { type: 'string', default: String(bench.rounds) },
        engine: { type: 'string', multiple: true, default: [...engines] },
      },
    });
    const { scale } = values;
    const rounds = parseRounds(values.rounds);
    if (!isDemoScale(scale)) throw new UsageError(`Unknown scale '${scale}'.`);
    const unknown = values.engine.find((name) => !isEngine(name));
    if (unknown !== undefined) throw new UsageError(`Unknown engine '${unknown}': ${engines.join(' or ')}.`);
    const results = await bench.measure({
      engines: values.engine.filter(isEngine),
      cacheDir: path.join(cacheDir, 'bench'),
      scale,
      ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
      rounds,
      log,
    });
    log(`\n${bench.title(rounds)}\n`);
    log(bench.table(results));
  };
