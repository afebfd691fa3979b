import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchSearch, isDemoScale, searchBenchTable } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { UsageError, roundsOf } from './usage-error.ts';

export const usage = `Usage: pnpm bench search [--scale 1m|5m|10m] [--rounds N]

The first, the middle and the last page of several searches of the biggest client, through HTTP, and the rows of the first
page alone, unjoined and uncounted, on the same engine in the same run: the embedded one, and PostgreSQL where DATABASE_URL
names a server or one listens on this machine.
`;

/** Pages of Engagements Search over HTTP against the bare rows, on each engine that there is. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { scale: { type: 'string', default: '1m' }, rounds: { type: 'string', default: '15' } },
  });
  const { scale } = values;
  const rounds = roundsOf(values.rounds);
  if (!isDemoScale(scale)) throw new UsageError(`'${scale}' is not a scale.`);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const results = await benchSearch({
    cacheDir: path.join(cacheDir, 'bench'),
    scale,
    ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
    rounds,
    say,
  });
  say(`\nPages of 50 activities, biggest client, medians of ${rounds}; ratio = first page / bare rows.\n`);
  say(searchBenchTable(results));
};
