import type { CompiledQuery } from 'kysely';
import type { Database, Engine } from '../platform/db/index.ts';
import { benchFilters } from './bench-calls.ts';
import { onEachBench } from './bench-database.ts';
import type { EachBench } from './bench-database.ts';
import { biggestClient } from './biggest-client.ts';
import type { BiggestClient } from './biggest-client.ts';
import { serveBench } from './bench-server.ts';
import type { BenchServer } from './bench-server.ts';
import { median, timed } from './timing.ts';

export interface SearchBenchOptions extends EachBench {
  readonly rounds?: number;
}

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
  const works = {
    bare: () => db.kysely.executeQuery(bare),
    first: () => read(1),
    middle: () => read(Math.ceil(last / 2)),
    last: () => read(last),
  };
  const times: Record<keyof typeof works, number[]> = { bare: [], first: [], middle: [], last: [] };
  const names = Object.keys(works) as (keyof typeof works)[];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const each of names) {
      const ms = await timed(works[each]);
      if (round > 0) times[each].push(ms);
    }
  const [bareMs, firstMs, middleMs, lastMs] = [
    median(times.bare),
    median(times.first),
    median(times.middle),
    median(times.last),
  ];
  return {
    engine: db.engine,
    filters: name,
    found: total,
    bareMs,
    firstMs,
    middleMs,
    lastMs,
    ratio: firstMs / bareMs,
    deepRatio: Math.max(middleMs, lastMs) / firstMs,
  };
};

const benchEngine = async (db: Database, rounds: number): Promise<SearchBenchResult[]> => {
  const server = await serveBench(db);
  try {
    const results: SearchBenchResult[] = [];
    for (const each of searchCases(await biggestClient(db)))
      results.push(await measure(db, server, each, rounds));
    return results;
  } finally {
    await server.close();
  }
};

/**
 * Measures the first, middle and last page of several searches for the biggest client through HTTP, and the bare rows of
 * the first page, turn by turn in one process. An engine that cannot be reached is left out.
 */
export const benchSearch = async (options: SearchBenchOptions): Promise<SearchBenchResult[]> =>
  (await onEachBench(options, (db) => benchEngine(db, options.rounds ?? 15))).flat();
