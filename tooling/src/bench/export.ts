import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchExport, exportBenchTable, isDemoScale } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { UsageError, roundsOf } from './usage-error.ts';

export const usage = `Usage: pnpm bench export [--scale 1m|5m|10m] [--rounds N]

The export of 100,000 activities with the columns of one who never chose any, by a server in a process of its own: how
its memory grows, how long a dashboard's numbers take meanwhile, and how long the same sheet takes to write from rows in
memory, by the xlsx library and by the product's own writer. On the embedded engine, and on PostgreSQL where
DATABASE_URL names a server or one listens on this machine.
`;

/** Exports on each engine that there is, against writing from memory. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { scale: { type: 'string', default: '1m' }, rounds: { type: 'string', default: '3' } },
  });
  const { scale } = values;
  const rounds = roundsOf(values.rounds);
  if (!isDemoScale(scale)) throw new UsageError(`'${scale}' is not a scale.`);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const results = await benchExport({
    cacheDir: path.join(cacheDir, 'bench'),
    scale,
    ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
    rounds,
    say,
  });
  say(`\nMedians of ${rounds}; of the memory of the server, the most that one of them added.\n`);
  say(exportBenchTable(results));
};
