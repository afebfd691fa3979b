import { benchReview } from './api/bench-review.ts';
import { reviewBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench review [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Searches activities to review, approves 10,000 of them at once and reverses that, over HTTP, and runs the bare UPDATE of
the same rows on the same engine: the embedded one, and PostgreSQL if DATABASE_URL is set or a server runs on this
machine.
`;

/** Compares the review over HTTP with the bare UPDATE, on each available engine. */
export const run = engineBench({
  rounds: 5,
  measure: benchReview,
  title: (rounds) =>
    `10,000 activities approved at once and reversed, medians of ${rounds}; ratio to the bare UPDATE.`,
  table: reviewBenchTable,
});
