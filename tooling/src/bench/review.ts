import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchReview, isDemoScale, reviewBenchTable } from '@readerlens/api';
import { cacheDir } from '../paths.ts';
import { UsageError, roundsOf } from './usage-error.ts';

export const usage = `Usage: pnpm bench review [--scale 1m|5m|10m] [--rounds N]

The search of activities to review, the approval of 10,000 of them at once and its reversal, through HTTP, and the bare
UPDATE of the same rows on the same engine in the same run: the embedded one, and PostgreSQL where DATABASE_URL names a
server or one listens on this machine.
`;

/** The review over HTTP against the bare UPDATE, on each engine that there is. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { scale: { type: 'string', default: '1m' }, rounds: { type: 'string', default: '5' } },
  });
  const { scale } = values;
  const rounds = roundsOf(values.rounds);
  if (!isDemoScale(scale)) throw new UsageError(`'${scale}' is not a scale.`);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const results = await benchReview({
    cacheDir: path.join(cacheDir, 'bench'),
    scale,
    ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
    rounds,
    say,
  });
  say(
    `\n10,000 activities approved at once and given back, medians of ${rounds}; ratio to the bare UPDATE.\n`,
  );
  say(reviewBenchTable(results));
};
