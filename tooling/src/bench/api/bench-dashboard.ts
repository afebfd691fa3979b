import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchFilters } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { biggestClient } from './biggest-client.ts';
import { askTogether } from './ask-together.ts';
import { changeVersion } from './change-version.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { mediansInRounds } from './timing.ts';

export interface BenchResult {
  readonly engine: Engine;
  readonly filters: string;
  /** Number of activities in the calls' results. */
  readonly counted: number;
  /** Medians of ten concurrent calls, in milliseconds. */
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
  /** Event loop delay of the serving thread under load, in milliseconds. */
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

/** Measured in a separate phase, because the monitor would count a pause as a delay. */
const loopDelay = async (work: () => Promise<unknown>, rounds: number) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < rounds; round += 1) await work();
  delay.disable();
  return delay;
};

const countedBy = async ({ client }: BenchServer, body: string): Promise<number> => {
  const answer = JSON.parse(await client.postForBody('/api/client-dashboard/stats', body)) as {
    data: { totalLeads: number };
  };
  return answer.data.totalLeads;
};

const measure = async (
  db: Database,
  server: BenchServer,
  { name, body }: BenchFilters,
  rounds: number,
): Promise<BenchResult> => {
  const text = JSON.stringify(body);
  const overHttp = () => Promise.all(benchCalls.map(({ url }) => server.client.post(url, text)));
  await overHttp();
  await changeVersion(db);
  const statements = await server.recordStatements(overHttp);
  if (statements.length !== benchCalls.length)
    throw new Error(`${benchCalls.length} calls made ${statements.length} statements.`);
  const direct = () => Promise.all(statements.map((statement) => db.kysely.executeQuery(statement)));
  const together = () => askTogether(server.client, body.filters, benchCalls);
  const { directMs, httpMs, againMs, oneMs, oneAgainMs } = await mediansInRounds(rounds, {
    directMs: direct,
    changeMs: () => changeVersion(db),
    httpMs: overHttp,
    againMs: overHttp,
    changeAgainMs: () => changeVersion(db),
    oneMs: together,
    oneAgainMs: together,
  });
  const delay = await loopDelay(async () => {
    await changeVersion(db);
    await overHttp();
  }, rounds);
  const { rss, heapUsed } = process.memoryUsage();
  return {
    engine: db.engine,
    filters: name,
    counted: await countedBy(server, text),
    directMs,
    httpMs,
    ratio: httpMs / directMs,
    againMs,
    againRatio: againMs / directMs,
    oneMs,
    oneRatio: oneMs / directMs,
    oneAgainMs,
    oneAgainRatio: oneAgainMs / directMs,
    loopDelayP99Ms: delay.percentile(99) / 1e6,
    loopDelayMaxMs: delay.max / 1e6,
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
  };
};

/**
 * Measures ten concurrent dashboard calls, as bare statements, over HTTP after a change of the data, and again, in each round, in one
 * process, for the biggest client. Unreachable engines are skipped.
 */
export const benchDashboard = async (options: BenchOptions): Promise<BenchResult[]> => {
  const results = await withEachBenchServer(options, async (db, server) => {
    const { clientId, range } = await biggestClient(db);
    const measured: BenchResult[] = [];
    for (const filters of benchFilters(clientId, range))
      measured.push(await measure(db, server, filters, options.rounds ?? 25));
    return measured;
  });
  return results.flat();
};
