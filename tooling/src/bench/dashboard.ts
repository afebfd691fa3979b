import { benchDashboard } from './api/bench-dashboard.ts';
import { benchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench [dashboard] [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Runs ten concurrent dashboard calls over HTTP, and the same statements directly on the same engine: the embedded one,
and PostgreSQL if DATABASE_URL is set or a server runs on this machine.
`;

/** Compares the dashboard over HTTP with its bare statements, on each available engine. */
export const run = engineBench({
  rounds: 15,
  measure: benchDashboard,
  title: (rounds) =>
    `Ten concurrent dashboard calls, biggest client, medians of ${rounds}; ratio = http / direct and again / direct.`,
  table: benchTable,
});
