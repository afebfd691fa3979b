import type { CompiledQuery } from 'kysely';
import type { Database, Engine } from '../platform/db/index.ts';
import { benchFilters } from './bench-calls.ts';
import { biggestClient } from './biggest-client.ts';
import type { BiggestClient } from './biggest-client.ts';
import type { BenchServer } from './bench-server.ts';
import { onEachBench } from './on-each-bench.ts';
import type { BenchOptions } from './on-each-bench.ts';
import { mediansInTurn } from './timing.ts';

export interface SearchBenchResult {
  readonly engine: Engine;
  readonly filters: string;
  readonly found: number;
  /** Medians, in milliseconds at the server: the rows of the first page alone, unjoined and uncounted. */
  readonly bareMs: number;
  readonly firstMs: number;
  readonly middleMs: number;
  readonly lastMs: number;
  /** Of the first page to the bare rows. */
  readonly ratio: number;
  /** Of the slower of middle and last page to the first one. */
  readonly deepRatio: number;
}

interface SearchCase {
  readonly name: string;
  readonly body: object;
}

const searchUrl = '/api/analytics/search';
const pageSize = 50;

const searchCases = ({ clientId, range }: BiggestClient): SearchCase[] => {
  const [plain, narrowed] = benchFilters(clientId, range);
  if (!plain || !narrowed) throw new Error('The benchmark has no filters.');
  const { filters } = plain.body;
  const attributes = [
    { field: 'Title', op: 'Contains', value: 'scientist\nmanager\nhead' },
    { field: 'Revenue', op: 'GreaterThan', value: 1_000_000 },
    { field: 'DocumentTitle', op: 'NotContains', value: 'webinar' },
  ];
  return [
    { name: plain.name, body: plain.body },
    { name: narrowed.name, body: narrowed.body },
    { name: '+ reader, org, document', body: { filters: [...filters, ...attributes] } },
    { name: '+ text in the box', body: { filters, query: 'an' } },
    { name: 'client + year, by reader', body: { filters, sort: 'fullName asc' } },
    { name: 'client + year, by document', body: { filters, sort: 'docTitle desc' } },
    { name: 'all clients + year', body: { filters: filters.slice(1) } },
  ];
};

/** The statement that reads the keys of a page, with the rows of that page instead. */
const bareOf = (statements: readonly CompiledQuery[]): CompiledQuery => {
  const keys = statements.find(({ sql }) => sql.includes('OFFSET'));
  if (!keys) throw new Error('The search read no keys.');
  return { ...keys, sql: keys.sql.replace('e.client_id AS "clientId", e.id', 'e.*') };
};

const measure = async (
  db: Database,
  server: BenchServer,
  { name, body }: SearchCase,
  rounds: number,
): Promise<SearchBenchResult> => {
  const read = (page: number) => server.client.ask(searchUrl, JSON.stringify({ ...body, page }));
  let total = 0;
  const statements = await server.statementsOf(async () => {
    ({ total } = JSON.parse(await read(1)) as { total: number });
  });
  const bare = bareOf(statements);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const medians = await mediansInTurn(rounds, {
    bareMs: () => db.kysely.executeQuery(bare),
    firstMs: () => read(1),
    middleMs: () => read(Math.ceil(last / 2)),
    lastMs: () => read(last),
  });
  const { bareMs, firstMs, middleMs, lastMs } = medians;
  return {
    engine: db.engine,
    filters: name,
    found: total,
    ...medians,
    ratio: firstMs / bareMs,
    deepRatio: Math.max(middleMs, lastMs) / firstMs,
  };
};

/**
 * Measures the first, middle and last page of several searches for the biggest client through HTTP, and the bare rows of
 * the first page, turn by turn in one process. An engine that cannot be reached is left out.
 */
export const benchSearch = async (options: BenchOptions): Promise<SearchBenchResult[]> => {
  const results = await onEachBench(options, async (db, server) => {
    const measured: SearchBenchResult[] = [];
    for (const each of searchCases(await biggestClient(db)))
      measured.push(await measure(db, server, each, options.rounds ?? 15));
    return measured;
  });
  return results.flat();
};
