import { benchLists } from './api/bench-lists.ts';
import { listsBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench lists [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Runs the calls of the overview and of Most Active Companies for the biggest client under an account list by a rule, and under a list
that has the same organizations, first after a change of the data and then again.
`;

/** Compares account lists by a rule with those of the same organizations, on each available engine. */
export const run = engineBench({
  rounds: 9,
  measure: benchLists,
  title: (rounds) => `All calls of a page at once, medians of ${rounds}; ratio = rule / picked.`,
  table: listsBenchTable,
});
