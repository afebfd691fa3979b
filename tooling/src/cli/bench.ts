// pnpm bench: the dashboard over HTTP against its bare statements, on each engine that there is.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchDashboard, benchTable, isDemoScale } from '@readerlens/api';
import { cacheDir } from '../paths.ts';

const usage = `Usage: pnpm bench [--scale 1m|5m|10m] [--rounds N]

Ten dashboard calls at once through HTTP, and the same statements run directly on the same engine in the same run:
the embedded one, and PostgreSQL where DATABASE_URL names a server or one listens on this machine.
`;

const fail = (message: string): never => {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exit(2);
};

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1m' }, rounds: { type: 'string', default: '15' } },
});
const { scale } = values;
const rounds = Number(values.rounds);
if (!isDemoScale(scale)) fail(`'${scale}' is not a scale.`);
if (!Number.isInteger(rounds) || rounds < 1) fail(`'${values.rounds}' is not a number of rounds.`);

const say = (line: string) => process.stdout.write(`${line}\n`);
const results = await benchDashboard({
  cacheDir: path.join(cacheDir, 'bench'),
  ...(isDemoScale(scale) ? { scale } : {}),
  ...(process.env.DATABASE_URL ? { serverUrl: process.env.DATABASE_URL } : {}),
  rounds,
  say,
});
say(`\nTen dashboard calls at once, biggest client, medians of ${rounds}; ratio = http / direct.\n`);
say(benchTable(results));
