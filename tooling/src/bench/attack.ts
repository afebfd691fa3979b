import { benchAttack } from './api/bench-attack.ts';
import { attackBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench attack [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Measures the ten dashboard calls of one user while another sends expensive calls without pause: text filters that the API
refuses, and the most expensive ones that it accepts. Asks meanwhile whether the server is ready, every 100 ms. Runs on the embedded engine, and on PostgreSQL if DATABASE_URL is
set or a server runs on this machine.
`;

/** Compares dashboards beside a heavy user with those of an idle server, on each available engine. */
export const run = engineBench({
  rounds: 5,
  measure: benchAttack,
  title: (rounds) =>
    `Ten dashboard calls of a user while another sends eight calls at a time, medians of ${rounds}; goal: beside / its statements of at most 3.`,
  table: attackBenchTable,
});
