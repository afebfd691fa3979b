import { benchExport, exportBenchTable } from '@readerlens/api';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench export [--scale 1m|5m|10m] [--rounds N]

The export of 100,000 activities with the columns of one who never chose any, by a server in a process of its own: how
its memory grows, how long a dashboard's numbers take meanwhile, and how long the same sheet takes to write from rows in
memory, by the xlsx library and by the product's own writer. On the embedded engine, and on PostgreSQL where
DATABASE_URL names a server or one listens on this machine.
`;

/** Exports on each engine that there is, against writing from memory. */
export const run = engineBench({
  rounds: 3,
  measure: benchExport,
  title: (rounds) => `Medians of ${rounds}; of the memory of the server, the most that one of them added.`,
  table: exportBenchTable,
});
