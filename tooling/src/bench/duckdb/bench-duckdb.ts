import type { Database } from '@readerlens/api';
import { packMonths } from '@readerlens/api/bench';
import type { Engine } from '@readerlens/api/bench';
import type { CompiledQuery } from 'kysely';
import { databaseCpuSeconds } from '../../test/database-cpu.ts';
import { askTogether } from '../api/ask-together.ts';
import { benchCalls, benchFilters } from '../api/bench-calls.ts';
import type { BenchServer } from '../api/bench-server.ts';
import { biggestClient } from '../api/biggest-client.ts';
import { changeVersion } from '../api/change-version.ts';
import { withEachBenchServer } from '../api/engines.ts';
import type { BenchOptions } from '../api/engines.ts';
import { pages } from '../api/page-calls.ts';
import type { Page } from '../api/page-calls.ts';
import { timed } from '../api/timing.ts';
import { openDuckDb } from './duckdb.ts';
import type { DuckDb } from './duckdb.ts';
import { combineStatements, translateStatement } from './duckdb-sql.ts';

/** Means of the rounds in milliseconds: CPU of all threads and of PostgreSQL, and time. */
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface DuckDbBenchResult {
  readonly engine: Engine;
  readonly page: string;
  readonly selection: string;
  readonly statements: number;
  /** DuckDB: each statement, and all in one that reads the selection once. */
  readonly duckCpuMs: number;
  readonly duckWallMs: number;
  readonly oneDuckCpuMs: number | '';
  /** The product, with packed months: all calls that nobody has made since the last change and again, and in one request and again. */
  readonly callsCpuMs: number;
  readonly callsWallMs: number;
  readonly callsRatio: number;
  readonly againRatio: number;
  /** All calls after a change of the biggest client's activities. */
  readonly updatedRatio: number;
  readonly requestRatio: number;
  readonly requestAgainRatio: number;
  /** Of the time that passes. */
  readonly callsWallRatio: number;
}

/** PostgreSQL counts its CPU in hundredths of a second, so only the sum of all rounds is exact enough. */
const meanCosts = async <Name extends string>(
  rounds: number,
  works: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, Cost>> => {
  const sums = Object.entries<() => Promise<unknown>>(works).map(([name, work]) => ({
    name,
    work,
    cpuMs: 0,
    wallMs: 0,
  }));
  for (let round = 0; round <= rounds; round += 1)
    for (const sum of sums) {
      // Reading the counters of the database takes milliseconds of this process.
      const databaseBefore = databaseCpuSeconds();
      const before = process.cpuUsage();
      const wallMs = await timed(sum.work);
      const { user, system } = process.cpuUsage(before);
      const cpuMs = (user + system) / 1000 + (databaseCpuSeconds() - databaseBefore) * 1000;
      // The first round warms up.
      if (round === 0) continue;
      sum.cpuMs += cpuMs / rounds;
      sum.wallMs += wallMs / rounds;
    }
  return Object.fromEntries(sums.map(({ name, cpuMs, wallMs }) => [name, { cpuMs, wallMs }])) as Record<
    Name,
    Cost
  >;
};

interface Selection {
  readonly name: string;
  readonly filters: readonly object[];
}

interface MeasuredPage {
  readonly page: Page;
  readonly selection: Selection;
  /** The statements of the product, each call's own. */
  readonly statements: readonly CompiledQuery[];
}

/** DuckDB returns numbers of 64 bits as bigint, and JSON as text. */
const formatValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(formatValue);
  if (typeof value === 'string' && value.startsWith('{')) return formatValue(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, formatValue(part)]);
};

/** Rows without their order, which statements leave open, as comparable texts. */
const formatRows = (rows: readonly unknown[]): string =>
  rows
    .map((row) => JSON.stringify(formatValue(row)))
    .sort()
    .join('\n');

/** Throws unless DuckDB answers every statement as the product's engine does. */
const compareAnswers = async (db: Database, duckDb: DuckDb, { page, statements }: MeasuredPage) => {
  for (const statement of statements) {
    const { rows } = await db.kysely.executeQuery(statement);
    const text = translateStatement(statement);
    const [ours, theirs] = [formatRows(rows), formatRows(await duckDb.run(text))];
    if (ours !== theirs)
      throw new Error(
        `${page.name}: DuckDB answers otherwise:\n${text}\n${ours.slice(0, 500)}\n${theirs.slice(0, 500)}`,
      );
  }
};

const measure = async (
  db: Database,
  server: BenchServer,
  duckDb: DuckDb,
  { measured, rounds }: { measured: MeasuredPage; rounds: number },
): Promise<DuckDbBenchResult> => {
  const { page, selection, statements } = measured;
  await compareAnswers(db, duckDb, measured);
  const translated = statements.map(translateStatement);
  const combined = combineStatements(translated);
  const sendAll = () =>
    Promise.all(
      page.calls.map(({ url, body }) =>
        server.client.post(url, JSON.stringify({ filters: selection.filters, ...body })),
      ),
    );
  const together = () => askTogether(server.client, selection.filters, page.calls);
  const runEach = async () => {
    for (const text of translated) await duckDb.run(text);
  };
  /** Nothing is kept any more, and months are packed again, as they are within an hour or two of a change. */
  const change = async () => {
    await changeVersion(db);
    await db.kysely.deleteFrom('packed_client').execute();
    await packMonths(db, { at: new Date() });
  };
  const { clientId } = await biggestClient(db);
  const costs = await meanCosts(rounds, {
    duck: runEach,
    oneDuck: async () => combined !== undefined && (await duckDb.run(combined)),
    change,
    calls: sendAll,
    again: sendAll,
    changeOne: () => changeVersion(db, clientId),
    updated: sendAll,
    changeAgain: change,
    request: together,
    requestAgain: together,
  });
  const compare = ({ cpuMs }: Cost) => cpuMs / costs.duck.cpuMs;
  return {
    engine: db.engine,
    page: page.name,
    selection: selection.name,
    statements: statements.length,
    duckCpuMs: costs.duck.cpuMs,
    duckWallMs: costs.duck.wallMs,
    oneDuckCpuMs: combined === undefined ? '' : costs.oneDuck.cpuMs,
    callsCpuMs: costs.calls.cpuMs,
    callsWallMs: costs.calls.wallMs,
    callsRatio: compare(costs.calls),
    againRatio: compare(costs.again),
    updatedRatio: compare(costs.updated),
    requestRatio: compare(costs.request),
    requestAgainRatio: compare(costs.requestAgain),
    callsWallRatio: costs.calls.wallMs / costs.duck.wallMs,
  };
};

/** The pages whose figures count activities; the pages about one reader or organization read few rows by an index. */
const measuredPages = (): Page[] => [
  { name: 'Overview', calls: benchCalls.map((call) => ({ params: {}, body: {}, ...call })) },
  ...pages({ readerId: '', orgId: '' }).filter(
    ({ name }) => !['Reader Dashboard', 'Company Dashboard'].includes(name),
  ),
];

const listSelections = async (db: Database): Promise<Selection[]> => {
  const biggest = await biggestClient(db);
  const [plain, narrowed] = benchFilters(biggest.clientId, biggest.range);
  const clients = await db.kysely.selectFrom('client').select('id').orderBy('id').execute();
  const year = { field: 'DateRange', value: biggest.range };
  const everyClient = { field: 'Clients', value: clients.map(({ id }) => ({ id: String(id) })) };
  return [
    { name: 'client', filters: plain?.body.filters ?? [] },
    { name: 'all clients', filters: [everyClient, year] },
    { name: 'client, ad-hoc filters', filters: narrowed?.body.filters ?? [] },
    {
      name: 'all clients, text',
      filters: [everyClient, year, { field: 'Title', op: 'Contains', value: 'scientist\nmanager\nhead' }],
    },
  ];
};

const recordPage = async (
  db: Database,
  server: BenchServer,
  page: Page,
  selection: Selection,
): Promise<MeasuredPage> => {
  const statements: CompiledQuery[] = [];
  for (const { url, body } of page.calls) {
    const send = () => server.client.post(url, JSON.stringify({ filters: selection.filters, ...body }));
    // Fills caches of names, whose statements are not part of every call.
    await send();
    await changeVersion(db);
    statements.push(...(await server.recordSteps(send)).flat());
  }
  return { page, selection, statements };
};

/**
 * Compares pages over HTTP with the same statements on DuckDB, in CPU and time, after comparing the answers. Other work on this machine's
 * PostgreSQL would be counted. Unreachable engines are skipped.
 */
export const benchDuckDb = async (options: BenchOptions): Promise<DuckDbBenchResult[]> => {
  const { log = () => undefined, rounds = 9 } = options;
  const results = await withEachBenchServer(options, async (db, server) => {
    const recorded: MeasuredPage[] = [];
    for (const selection of await listSelections(db))
      for (const page of measuredPages()) recorded.push(await recordPage(db, server, page, selection));
    const statements = recorded.flatMap((each) => each.statements.map(({ sql }) => sql));
    const duckDb = await openDuckDb(db, statements, log);
    try {
      const measured: DuckDbBenchResult[] = [];
      for (const each of recorded) {
        log(`  ${each.page.name}, ${each.selection.name}`);
        measured.push(await measure(db, server, duckDb, { measured: each, rounds }));
      }
      return measured;
    } finally {
      duckDb.close();
    }
  });
  return results.flat();
};
