import { benchDashboard, benchTable } from '@readerlens/api';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench [dashboard] [--scale 1m|5m|10m] [--rounds N]

Ten dashboard calls at once through HTTP, and the same statements run directly on the same engine in the same run:
the embedded one, and PostgreSQL where DATABASE_URL names a server or one listens on this machine.
`;

/** The dashboard over HTTP against its bare statements, on each engine that there is. */
export const run = engineBench({
  rounds: 15,
  measure: benchDashboard,
  title: (rounds) =>
    `Ten dashboard calls at once, biggest client, medians of ${rounds}; ratio = http / direct.`,
  table: benchTable,
});
