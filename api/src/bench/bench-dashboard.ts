import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { addYears, dayOf } from '@readerlens/filters/model';
import { buildApi } from '../app.ts';
import type { DemoScale } from '../demo/demo-size.ts';
import { readConfig } from '../platform/config.ts';
import type { Database, Engine } from '../platform/db/index.ts';
import { secretsFrom } from '../platform/secrets.ts';
import { createServices } from '../platform/services.ts';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchFilters } from './bench-calls.ts';
import { openEmbeddedBench, openServerBench } from './bench-database.ts';
import { httpClient } from './http-client.ts';
import type { HttpClient } from './http-client.ts';
import { recordQueries } from './record-queries.ts';

export interface BenchOptions {
  readonly cacheDir: string;
  readonly serverUrl?: string;
  readonly scale?: DemoScale;
  readonly engines?: readonly Engine[];
  readonly rounds?: number;
  readonly say?: (line: string) => void;
}

export interface BenchResult {
  readonly engine: Engine;
  readonly filters: string;
  /** Activities that the calls count. */
  readonly counted: number;
  /** Medians of ten calls at once, in milliseconds. */
  readonly directMs: number;
  readonly httpMs: number;
  readonly ratio: number;
  /** Of the thread that serves, while it answers; milliseconds. */
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The client with most activities, and the last year there is. */
const biggestClient = async ({ kysely }: Database) => {
  const { rows } = await sql<{ client_id: number; last: Date }>`
    SELECT client_id, max(occurred_at) AS last FROM engagement GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`.execute(
    kysely,
  );
  const [row] = rows;
  if (!row) throw new Error('The benchmark has no data.');
  const to = dayOf(row.last);
  return { clientId: row.client_id, range: { from: addYears(to, -1), to } };
};

interface Server {
  readonly client: HttpClient;
  /** Statements that were run while the work was done. */
  readonly statementsOf: (work: () => Promise<unknown>) => Promise<CompiledQuery[]>;
  readonly close: () => Promise<void>;
}

/** The real API, listening, with a token of the demo's internal user. */
const serve = async (db: Database): Promise<Server> => {
  let heard: CompiledQuery[] = [];
  const config = readConfig({ LOG_LEVEL: 'warn', PORT: '0' });
  const recorded = recordQueries(db, (query) => heard.push(query));
  const services = createServices(config, recorded, secretsFrom('a secret for benchmarks only'));
  const app = await buildApi({ services });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const user = await services.users.findByEmail('internal@demo.example');
  if (!user) throw new Error('The benchmark has no demo user.');
  const { port } = app.server.address() as { port: number };
  const client = httpClient(port, await services.tokens.issue(user));
  return {
    client,
    async statementsOf(work) {
      heard = [];
      await work();
      return heard.filter(({ sql: text }) => text.includes('engagement AS e'));
    },
    async close() {
      client.close();
      await app.close();
    },
  };
};

/** A phase of its own: paused and resumed, the monitor would count the pause as a delay. */
const loopDelay = async (work: () => Promise<unknown>, rounds: number) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < rounds; round += 1) await work();
  delay.disable();
  return delay;
};

const measure = async (
  db: Database,
  server: Server,
  { name, body }: BenchFilters,
  rounds: number,
): Promise<BenchResult> => {
  const text = JSON.stringify(body);
  const overHttp = () => Promise.all(benchCalls.map(({ url }) => server.client.post(url, text)));
  await overHttp();
  const statements = await server.statementsOf(overHttp);
  if (statements.length !== benchCalls.length)
    throw new Error(`${benchCalls.length} calls made ${statements.length} statements.`);
  const direct = () => Promise.all(statements.map((statement) => db.kysely.executeQuery(statement)));
  await direct();

  const directTimes: number[] = [];
  const httpTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    directTimes.push(await timed(direct));
    httpTimes.push(await timed(overHttp));
  }
  const delay = await loopDelay(overHttp, rounds);
  const [first] = statements;
  const counted = first
    ? (await db.kysely.executeQuery<{ engagements: number }>(first)).rows[0]?.engagements
    : 0;
  const { rss, heapUsed } = process.memoryUsage();
  return {
    engine: db.engine,
    filters: name,
    counted: counted ?? 0,
    directMs: median(directTimes),
    httpMs: median(httpTimes),
    ratio: median(httpTimes) / median(directTimes),
    loopDelayP99Ms: delay.percentile(99) / 1e6,
    loopDelayMaxMs: delay.max / 1e6,
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
  };
};

const benchEngine = async (db: Database, rounds: number): Promise<BenchResult[]> => {
  const server = await serve(db);
  try {
    const { clientId, range } = await biggestClient(db);
    const results: BenchResult[] = [];
    for (const filters of benchFilters(clientId, range))
      results.push(await measure(db, server, filters, rounds));
    return results;
  } finally {
    await server.close();
  }
};

const defaultServer = 'postgres://root@127.0.0.1:5432/postgres';

/**
 * Measures the ten dashboard calls at once, over HTTP and as bare statements, turn by turn in one process, for the
 * biggest client. An engine that cannot be reached is left out.
 */
export const benchDashboard = async (options: BenchOptions): Promise<BenchResult[]> => {
  const { cacheDir, engines = ['pglite', 'postgres'], rounds = 25, say = () => undefined } = options;
  const databases = {
    cacheDir,
    scale: options.scale ?? '1m',
    serverUrl: options.serverUrl ?? process.env.TEST_DATABASE_URL ?? defaultServer,
    say,
  };
  const results: BenchResult[] = [];
  for (const engine of engines) {
    say(engine);
    const db = engine === 'pglite' ? await openEmbeddedBench(databases) : await openServerBench(databases);
    if (!db) {
      say('  cannot be reached, left out');
      continue;
    }
    try {
      results.push(...(await benchEngine(db, rounds)));
    } finally {
      await db.close();
    }
  }
  return results;
};
