import { benchSearch } from './api/bench-search.ts';
import { searchBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench search [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Reads the first, middle and last page of several searches of the biggest client and of all clients over HTTP, and runs
the statements of the first and the middle page, with keys from the whole period, on the same engine: the embedded one, and PostgreSQL if DATABASE_URL is set or a
server runs on this machine.
`;

/** Compares pages of Engagements Search over HTTP with the bare rows, on each available engine. */
export const run = engineBench({
  rounds: 15,
  measure: benchSearch,
  title: (rounds) =>
    `Pages of 50 activities, medians of ${rounds}; ratio = the page / count, keys and rows by SQL.`,
  table: searchBenchTable,
});
