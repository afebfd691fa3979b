import { benchExport } from './api/bench-export.ts';
import { exportBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench export [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Exports 100,000 activities with the default columns from a server in its own process. Measures its memory growth, the
latency of dashboard calls meanwhile, and the time to write the same sheet from rows in memory with the xlsx library and
with the product's own writer. Then exports them, and all activities of the biggest client, as CSV with four columns, and
compares that with a plain COPY. Runs on the embedded engine, and on PostgreSQL if DATABASE_URL is set or a server runs on
this machine.
`;

/** Compares exports with writing from memory, on each available engine. */
export const run = engineBench({
  rounds: 3,
  measure: benchExport,
  title: (rounds) => `Medians of ${rounds}; server memory is the largest growth in one of them.`,
  table: exportBenchTable,
});
