import { benchMarketing } from './api/bench-marketing.ts';
import { dashboardsBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench marketing [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Runs all calls of each page of marketing performance at once over HTTP, and the same statements directly on the same engine,
for the biggest client, which gets 20,000 opportunities.
`;

/** Compares the pages of marketing performance over HTTP with their bare statements, on each available engine. */
export const run = engineBench({
  rounds: 9,
  measure: benchMarketing,
  title: (rounds) =>
    `All calls of a page at once, medians of ${rounds}; ratio = http / direct and again / direct.`,
  table: dashboardsBenchTable,
});
