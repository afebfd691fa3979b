import { benchReview, reviewBenchTable } from '@readerlens/api';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench review [--scale 1m|5m|10m] [--rounds N]

The search of activities to review, the approval of 10,000 of them at once and its reversal, through HTTP, and the bare
UPDATE of the same rows on the same engine in the same run: the embedded one, and PostgreSQL where DATABASE_URL names a
server or one listens on this machine.
`;

/** The review over HTTP against the bare UPDATE, on each engine that there is. */
export const run = engineBench({
  rounds: 5,
  measure: benchReview,
  title: (rounds) =>
    `10,000 activities approved at once and given back, medians of ${rounds}; ratio to the bare UPDATE.`,
  table: reviewBenchTable,
});
