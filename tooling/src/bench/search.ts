import { benchSearch, searchBenchTable } from '@readerlens/api';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench search [--scale 1m|5m|10m] [--rounds N]

The first, the middle and the last page of several searches of the biggest client, through HTTP, and the rows of the first
page alone, unjoined and uncounted, on the same engine in the same run: the embedded one, and PostgreSQL where DATABASE_URL
names a server or one listens on this machine.
`;

/** Pages of Engagements Search over HTTP against the bare rows, on each engine that there is. */
export const run = engineBench({
  rounds: 15,
  measure: benchSearch,
  title: (rounds) =>
    `Pages of 50 activities, biggest client, medians of ${rounds}; ratio = first page / bare rows.`,
  table: searchBenchTable,
});
