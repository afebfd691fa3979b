import { uploadsBenchTable } from './api/bench-table.ts';
import { benchUploads } from './api/bench-uploads.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench uploads [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Sends a file of 500 MB, then ten at once, each at 5 MB/s, to a server in its own process. Measures its memory growth, and the calls
of the Performance Overview before and meanwhile. Needs 10 GB of disk. Runs on the embedded engine, and on PostgreSQL if
DATABASE_URL is set or a server runs on this machine.
`;

/** Compares the overview during large uploads with the idle server, on each available engine. */
export const run = engineBench({
  rounds: 300,
  measure: async (options) => [
    ...(await benchUploads({ ...options, uploads: 1 })),
    ...(await benchUploads(options)),
  ],
  title: (rounds) => `Overview: medians of ${rounds} idle rounds, and of all rounds during the uploads.`,
  table: uploadsBenchTable,
});
