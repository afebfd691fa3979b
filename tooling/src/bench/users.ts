import { usersBenchTable } from './api/bench-table.ts';
import { benchUsers } from './api/bench-users.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench users [--scale small|1m] [--rounds N]

Reads pages of Manage Users among 50,000 users over HTTP, and runs the statements of the same pages alone, on the same
engine: the embedded one, and PostgreSQL if DATABASE_URL is set or a server runs on this machine.
`;

/** Compares Manage Users over HTTP with its own statements, on each available engine. */
export const run = engineBench({
  rounds: 31,
  scale: 'small',
  measure: benchUsers,
  title: (rounds) => `Pages of 10 of 50,000 users, medians of ${rounds}; ratio = HTTP / direct SQL.`,
  table: usersBenchTable,
});
