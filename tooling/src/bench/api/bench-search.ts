import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import type { CompiledQuery } from 'kysely';
import { benchFilters } from './bench-calls.ts';
import { biggestClient } from './biggest-client.ts';
import type { BiggestClient } from './biggest-client.ts';
import type { BenchServer } from './bench-server.ts';
import { changeVersion } from './change-version.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { mediansInRounds } from './timing.ts';

export interface SearchBenchResult {
  readonly engine: Engine;
  readonly filters: string;
  readonly found: number;
  /** Medians in milliseconds at the server; `bareMs` is for the rows of the first page, without joins and count. */
  readonly bareMs: number;
  /** The first page after a change of the data, and again, when its count is kept. */
  readonly firstMs: number;
  readonly againMs: number;
  readonly middleMs: number;
  readonly lastMs: number;
  /** Ratio of the first page to the bare rows. */
  readonly ratio: number;
  /** Ratio of the slower of middle and last page to the first page. */
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

/** The statement that reads the keys of a page, changed to read the rows instead. */
const selectRowsDirectly = (statements: readonly CompiledQuery[]): CompiledQuery => {
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
  const read = (page: number) => server.client.postForBody(searchUrl, JSON.stringify({ ...body, page }));
  let total = 0;
  const statements = await server.recordStatements(async () => {
    ({ total } = JSON.parse(await read(1)) as { total: number });
  });
  const bare = selectRowsDirectly(statements);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const { changeMs: _, ...medians } = await mediansInRounds(rounds, {
    bareMs: () => db.kysely.executeQuery(bare),
    changeMs: () => changeVersion(db),
    firstMs: () => read(1),
    againMs: () => read(1),
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
 * Measures the first, middle and last page of several searches for the biggest client over HTTP, and the bare rows of
 * the first page, in one process. Unreachable engines are skipped.
 */
export const benchSearch = async (options: BenchOptions): Promise<SearchBenchResult[]> => {
  const results = await withEachBenchServer(options, async (db, server) => {
    const measured: SearchBenchResult[] = [];
    for (const each of searchCases(await biggestClient(db)))
      measured.push(await measure(db, server, each, options.rounds ?? 15));
    return measured;
  });
  return results.flat();
};
