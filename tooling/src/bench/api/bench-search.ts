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
  /**
   * Medians in milliseconds at the server. The path by SQL counts the activities, reads the keys of the page from the whole
   * period, and its rows, one after another.
   */
  readonly sqlMs: number;
  /** The first page after a change of the data, and again, when its count is kept. */
  readonly firstMs: number;
  readonly firstRatio: number;
  readonly againMs: number;
  readonly againRatio: number;
  /** The page in the middle by SQL, and from the server. */
  readonly middleSqlMs: number;
  readonly middleMs: number;
  readonly middleRatio: number;
  readonly lastMs: number;
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

/** What limits the keys of a page to a part of the period. */
const partCondition =
  /e\.occurred_at [<>]= \('epoch'::timestamptz \+ (\$\d+)::bigint \* interval '1 microsecond'\)/g;

/** The statements of a page, with keys from the whole period. The last of those that read keys is the one that found enough. */
const listSqlPath = (statements: readonly CompiledQuery[]): CompiledQuery[] => {
  const keys = statements.findLast(({ sql }) => sql.includes('OFFSET'));
  if (!keys) throw new Error('The search read no keys.');
  const whole = { ...keys, sql: keys.sql.replace(partCondition, '$1::bigint IS NOT NULL') };
  return [...statements.filter(({ sql }) => !sql.includes('OFFSET')), whole];
};

const measure = async (
  db: Database,
  server: BenchServer,
  { name, body }: SearchCase,
  rounds: number,
): Promise<SearchBenchResult> => {
  const read = (page: number) => server.client.postForBody(searchUrl, JSON.stringify({ ...body, page }));
  const recordPage = async (page: number) => listSqlPath(await server.recordStatements(() => read(page)));
  const { total } = JSON.parse(await read(1)) as { total: number };
  const last = Math.max(1, Math.ceil(total / pageSize));
  const middle = Math.ceil(last / 2);
  const [first, inMiddle] = [await recordPage(1), await recordPage(middle)];
  const runEach = async (statements: readonly CompiledQuery[]) => {
    for (const statement of statements) await db.kysely.executeQuery(statement);
  };
  const { changeMs: _, ...medians } = await mediansInRounds(rounds, {
    sqlMs: () => runEach(first),
    changeMs: () => changeVersion(db),
    firstMs: () => read(1),
    againMs: () => read(1),
    middleSqlMs: () => runEach(inMiddle),
    middleMs: () => read(middle),
    lastMs: () => read(last),
  });
  const { sqlMs, firstMs, againMs, middleSqlMs, middleMs } = medians;
  return {
    engine: db.engine,
    filters: name,
    found: total,
    ...medians,
    firstRatio: firstMs / sqlMs,
    againRatio: againMs / sqlMs,
    middleRatio: middleMs / middleSqlMs,
  };
};

/**
 * Measures the first, middle and last page of several searches for the biggest client over HTTP, and the
 * statements of the first and the middle one, in one process. Unreachable engines are skipped.
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
