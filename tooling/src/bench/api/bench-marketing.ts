import type { Database } from '@readerlens/api';
import { sql } from 'kysely';
import { measurePage } from './bench-dashboards.ts';
import type { DashboardsBenchResult } from './bench-dashboards.ts';
import { biggestClient } from './biggest-client.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { marketingPages } from './page-calls.ts';

export interface MarketingBenchOptions extends BenchOptions {
  /** Opportunities of the client; default: 20,000. */
  readonly deals?: number;
}

/** Gives a client opportunities of its organizations over two years, once: the database is kept. */
const addDeals = async ({ kysely }: Database, clientId: number, deals: number): Promise<void> => {
  await sql`
    WITH organisations AS (
      SELECT organisation_id, row_number() OVER (ORDER BY organisation_id) - 1 AS place, count(*) OVER () AS total
      FROM (SELECT DISTINCT organisation_id FROM engagement
        WHERE client_id = ${clientId}::integer AND organisation_id IS NOT NULL) AS active
    )
    INSERT INTO opportunity (client_id, external_id, account, stage, created_on, closed_on, cents, currency,
      organisation_id, match)
    SELECT ${clientId}::integer, 'bench ' || deal, 'Account ' || deal, (ARRAY['Proposal', 'Won', 'Lost'])[deal % 3 + 1],
      current_date - deal % 730, CASE WHEN deal % 3 > 0 THEN current_date - deal % 730 + 60 END,
      100000 + deal * 37, 'EUR', organisation_id, 'name'
    FROM generate_series(1, ${deals}::integer) AS deal
    JOIN organisations ON place = deal % total
    ON CONFLICT DO NOTHING`.execute(kysely);
  for (const [stage_key, outcome] of [
    ['proposal', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ] as const)
    await sql`INSERT INTO opportunity_stage (client_id, stage_key, outcome)
      VALUES (${clientId}::integer, ${stage_key}, ${outcome}) ON CONFLICT DO NOTHING`.execute(kysely);
  await sql`ANALYZE opportunity`.execute(kysely);
};

/**
 * Measures all calls of each page of marketing performance at once, over HTTP and as the same statements directly, for the
 * biggest client. Unreachable engines are skipped.
 */
export const benchMarketing = async ({
  deals = 20_000,
  ...options
}: MarketingBenchOptions): Promise<DashboardsBenchResult[]> => {
  const results = await withEachBenchServer(options, async (db, server) => {
    const { clientId, range } = await biggestClient(db);
    await addDeals(db, clientId, deals);
    const filters = [
      { field: 'Clients', value: [{ id: String(clientId) }] },
      { field: 'DateRange', value: range },
    ];
    const scope = { name: 'biggest', filters };
    const measured: DashboardsBenchResult[] = [];
    for (const page of marketingPages) {
      options.log?.(`  ${page.name}`);
      measured.push(await measurePage(db, server, { page, scope, rounds: options.rounds ?? 9 }));
    }
    return measured;
  });
  return results.flat();
};
