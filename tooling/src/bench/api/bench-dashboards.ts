import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { biggestClient } from './biggest-client.ts';
import type { BenchServer } from './bench-server.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { askTogether } from './ask-together.ts';
import { changeVersion } from './change-version.ts';
import { pages } from './page-calls.ts';
import type { Page, PageSubjects } from './page-calls.ts';
import { formatPlans } from './query-plans.ts';
import type { Statements } from './query-plans.ts';
import { mediansInRounds } from './timing.ts';

export interface DashboardsBenchResult {
  readonly engine: Engine;
  readonly page: string;
  readonly clients: string;
  readonly calls: number;
  readonly statements: number;
  /** Medians of all calls of the page at once, in milliseconds. */
  readonly directMs: number;
  readonly httpMs: number;
  readonly ratio: number;
  /** The same calls once more, from rows that are kept. */
  readonly againMs: number;
  readonly againRatio: number;
  /** The same calls in one request, after a change of the data, and again. */
  readonly oneMs: number;
  readonly oneRatio: number;
  readonly oneAgainMs: number;
  readonly oneAgainRatio: number;
  /** The query plans as Markdown. */
  readonly plans: string;
}

interface Scope {
  readonly name: string;
  readonly filters: readonly object[];
}

const findSubjects = async ({ client }: BenchServer, { filters }: Scope): Promise<PageSubjects> => {
  const first = async <T>(url: string): Promise<T> => {
    const body = JSON.stringify({ filters });
    const [row] = (JSON.parse(await client.postForBody(url, body)) as { data: T[] }).data;
    if (!row) throw new Error(`${url} returned nothing.`);
    return row;
  };
  const { readerId } = await first<{ readerId: string }>('/api/most-active-readers');
  const { orgId } = await first<{ orgId: string }>('/api/most-active-cos');
  return { readerId, orgId };
};

/** The statements of each call, recorded alone and without kept rows, after a first call has filled the caches. */
const recordStatements = async (
  db: Database,
  server: BenchServer,
  sends: readonly (() => Promise<unknown>)[],
): Promise<Statements> => {
  const found: Statements[number][] = [];
  await changeVersion(db);
  for (const send of sends) {
    await send();
    found.push(await server.recordSteps(send));
  }
  return found;
};

const runDirectly = async (db: Database, steps: Statements[number]): Promise<void> => {
  for (const step of steps) await Promise.all(step.map((query) => db.kysely.executeQuery(query)));
};

/** All calls of a page at once: as the same statements directly, over HTTP after a change of the data, and over HTTP again. */
export const measurePage = async (
  db: Database,
  server: BenchServer,
  { page, scope, rounds }: { page: Page; scope: Scope; rounds: number },
): Promise<DashboardsBenchResult> => {
  const sends = page.calls.map(({ url, body }) => {
    const text = JSON.stringify({ filters: scope.filters, ...body });
    return () => server.client.post(url, text);
  });
  const statements = await recordStatements(db, server, sends);
  const sendAll = () => Promise.all(sends.map((send) => send()));
  const together = () => askTogether(server.client, scope.filters, page.calls);
  const {
    changeMs: _,
    changeAgainMs: _again,
    ...medians
  } = await mediansInRounds(rounds, {
    directMs: () => Promise.all(statements.map((steps) => runDirectly(db, steps))),
    changeMs: () => changeVersion(db),
    httpMs: sendAll,
    againMs: sendAll,
    changeAgainMs: () => changeVersion(db),
    oneMs: together,
    oneAgainMs: together,
  });
  return {
    engine: db.engine,
    page: page.name,
    clients: scope.name,
    calls: page.calls.length,
    statements: statements.flat(2).length,
    ...medians,
    ratio: medians.httpMs / medians.directMs,
    againRatio: medians.againMs / medians.directMs,
    oneRatio: medians.oneMs / medians.directMs,
    oneAgainRatio: medians.oneAgainMs / medians.directMs,
    plans: await formatPlans(db, page, statements),
  };
};

/**
 * Measures all calls of each dashboard page at once, over HTTP and as the same statements directly, for the biggest
 * client and for all clients. Unreachable engines are skipped.
 */
export const benchDashboards = async (options: BenchOptions): Promise<DashboardsBenchResult[]> => {
  const results = await withEachBenchServer(options, async (db, server) => {
    const { clientId, range } = await biggestClient(db);
    const year = { field: 'DateRange', value: range };
    const everyClient = await db.kysely.selectFrom('client').select('id').orderBy('id').execute();
    const scopes: Scope[] = [
      { name: 'biggest', filters: [{ field: 'Clients', value: [{ id: String(clientId) }] }, year] },
      {
        name: 'all',
        filters: [{ field: 'Clients', value: everyClient.map(({ id }) => ({ id: String(id) })) }, year],
      },
    ];
    const measured: DashboardsBenchResult[] = [];
    for (const scope of scopes)
      for (const page of pages(await findSubjects(server, scope))) {
        options.log?.(`  ${page.name}, ${scope.name}`);
        measured.push(await measurePage(db, server, { page, scope, rounds: options.rounds ?? 9 }));
      }
    return measured;
  });
  return results.flat();
};
