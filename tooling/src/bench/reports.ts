import { reportsBenchTable } from './api/bench-table.ts';
import { benchReports } from './api/bench-reports.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench reports [--scale small|1m] [--rounds N]

Runs 500 individual activity reports that are due in one slot, with 50 mails each, and compares them with their statements
one after another plus queuing the same mails alone, on the same engine: the embedded one, and PostgreSQL if DATABASE_URL
is set or a server runs on this machine. Then measures ten concurrent dashboard calls alone and while reports run.
`;

/** Compares due reports with their statements and mails, and dashboards during runs with idle ones, on each available engine. */
export const run = engineBench({
  rounds: 25,
  scale: '1m',
  measure: benchReports,
  title: (rounds) =>
    `500 reports due in one slot; ratio = runs / (statements + hand-over). Ten dashboard calls, medians of ${rounds}, alone and during runs.`,
  table: reportsBenchTable,
});
