import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchDashboard, benchTable, isDemoScale } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { UsageError, roundsOf } from './usage-error.ts';

export const usage = `Usage: pnpm bench [dashboard] [--scale 1m|5m|10m] [--rounds N]

Ten dashboard calls at once through HTTP, and the same statements run directly on the same engine in the same run:
the embedded one, and PostgreSQL where DATABASE_URL names a server or one listens on this machine.
`;

/** The dashboard over HTTP against its bare statements, on each engine that there is. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { scale: { type: 'string', default: '1m' }, rounds: { type: 'string', default: '15' } },
  });
  const { scale } = values;
  const rounds = roundsOf(values.rounds);
  if (!isDemoScale(scale)) throw new UsageError(`'${scale}' is not a scale.`);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const results = await benchDashboard({
    cacheDir: path.join(cacheDir, 'bench'),
    scale,
    ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
    rounds,
    say,
  });
  say(`\nTen dashboard calls at once, biggest client, medians of ${rounds}; ratio = http / direct.\n`);
  say(benchTable(results));
};
