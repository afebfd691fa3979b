import { alertsBenchTable } from './api/bench-table.ts';
import { benchAlerts } from './api/bench-alerts.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench alerts [--scale small|1m] [--rounds N]

Runs 1,000 alerts of every type that are due in one slot, stores their results, and runs the statements of the same
alerts one after another, on the same engine: the embedded one, and PostgreSQL if DATABASE_URL is set or a server runs on
this machine. Then measures ten concurrent dashboard calls alone and while alerts run.
`;

/** Compares due alerts with their own statements, and dashboards during runs with idle ones, on each available engine. */
export const run = engineBench({
  rounds: 25,
  scale: '1m',
  measure: benchAlerts,
  title: (rounds) =>
    `1,000 alerts due in one slot; ratio = runs / statements one by one, medians of 5. Ten dashboard calls, medians of ${rounds}, alone and during runs.`,
  table: alertsBenchTable,
});
