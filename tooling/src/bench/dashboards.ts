import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { benchDashboards } from './api/bench-dashboards.ts';
import type { DashboardsBenchResult } from './api/bench-dashboards.ts';
import { dashboardsBenchTable } from './api/bench-table.ts';
import { engineBench } from './engine-bench.ts';

export const usage = `Usage: pnpm bench dashboards [--scale 1m|5m|10m] [--engine pglite|postgres] [--rounds N]

Runs all calls of each dashboard page at once over HTTP, first after a change of the data and then again, and the same
statements directly on the same engine, for the biggest client and for all clients. Writes the query plans of PostgreSQL to docs/query-plans.
`;

const writePlans = (results: readonly DashboardsBenchResult[]): void => {
  for (const { engine, page, clients, plans } of results) {
    if (engine !== 'postgres') continue;
    const name = `${page.toLowerCase().replaceAll(' ', '-')}-${clients}`;
    const title = `# ${page}, ${clients === 'all' ? 'all clients' : 'biggest client'}`;
    const text = `${title}\n\nWritten by \`pnpm bench dashboards\`: PostgreSQL, 1,000,000 activities, a year.\n\n${plans}\n`;
    writeFileSync(join(repositoryRoot, 'docs/query-plans', `${name}.md`), text);
  }
};

/** Compares the dashboard pages over HTTP with their bare statements, on each available engine. */
export const run = engineBench({
  rounds: 9,
  measure: async (options) => {
    const results = await benchDashboards(options);
    if (options.scale === '1m') writePlans(results);
    return results;
  },
  title: (rounds) =>
    `All calls of a page at once, medians of ${rounds}; ratio = http / direct and again / direct.`,
  table: dashboardsBenchTable,
});
