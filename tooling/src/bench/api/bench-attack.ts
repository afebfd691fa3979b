import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { setTimeout } from 'node:timers/promises';
import { maxTextComparisons } from '@readerlens/filters/model';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { BenchServer } from './bench-server.ts';
import { biggestClient } from './biggest-client.ts';
import { changeVersion } from './change-version.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { median, timed } from './timing.ts';

export interface AttackBenchResult {
  readonly engine: Engine;
  readonly attack: string;
  /**
   * Medians of a dashboard of another user after a change of the data, in milliseconds: its ten statements directly, and its
   * ten concurrent calls.
   */
  readonly directMs: number;
  readonly idleMs: number;
  readonly besideMs: number;
  /** Of the calls beside the attack to the statements without it. */
  readonly ratio: number;
  /** The slowest round. */
  readonly worstMs: number;
  /** The slowest answer of the readiness check, and how many of its answers were not 200. */
  readonly readyMs: number;
  readonly notReady: number;
  /** Answers to the attacker, such as `400: 12`. */
  readonly answers: string;
}

const atOnce = 8;
const textFields = ['Email', 'FirstName', 'LastName', 'Title', 'City', 'DocumentTitle'];

const lines = (count: number, line: string) =>
  Array.from({ length: count }, (_, index) => `${line}${index}`).join('\n');

/** Filters that search for many texts in each of six fields. */
const textFilters = (count: number, op: string, line: string) =>
  textFields.map((field) => ({ field, op, value: lines(count, line) }));

/** Each request has other texts, so that no answer or selection of another one helps. */
const attacks = [
  { name: 'refused', filters: (request: number) => textFilters(480, 'NotLike', `%a%b%c%d${request}%`) },
  {
    name: 'accepted',
    filters: (request: number) =>
      textFilters(Math.floor(maxTextComparisons / textFields.length), 'NotContains', `text${request}-`),
  },
] as const;

/** Sends calls until stopped, a fixed number at a time. */
const attackWith = ({ client }: BenchServer, buildBody: (request: number) => string) => {
  let requests = 0;
  const answers = new Map<number, number>();
  const stopping = new AbortController();
  const one = async () => {
    while (!stopping.signal.aborted) {
      requests += 1;
      const status = await client.fetchStatus('/api/client-dashboard/stats', buildBody(requests));
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const running = Array.from({ length: atOnce }, one);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
      return [...answers].map(([status, count]) => `${status}: ${count}`).join(', ');
    },
  };
};

const readyPauseMs = 100;

/** Asks whether the server is ready until stopped, as a cluster does, but more often. */
const watchReadiness = ({ client }: BenchServer) => {
  const times: number[] = [];
  let notReady = 0;
  const stopping = new AbortController();
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const ask = async () => {
        if ((await client.fetchStatus('/api/health/ready')) !== 200) notReady += 1;
      };
      times.push(await timed(ask));
      await setTimeout(readyPauseMs);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return { readyMs: Math.max(...times), notReady };
    },
  };
};

const measure = async (
  db: Database,
  server: BenchServer,
  { name, buildBody }: { name: string; buildBody: (request: number) => string },
  { rounds, plain }: { rounds: number; plain: string },
): Promise<AttackBenchResult> => {
  const other = await server.clientFor('admin@demo.example');
  const send = () => Promise.all(benchCalls.map(({ url }) => other.post(url, plain)));
  const dashboard = async () => {
    await changeVersion(db);
    return timed(send);
  };
  await send();
  const statements = await server.recordStatements(send);
  const direct: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    direct.push(
      await timed(() => Promise.all(statements.map((statement) => db.kysely.executeQuery(statement)))),
    );
    idle.push(await dashboard());
  }
  const beside: number[] = [];
  const attack = attackWith(server, buildBody);
  const readiness = watchReadiness(server);
  const ended = { answers: '', readyMs: 0, notReady: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await setTimeout(300);
      beside.push(await dashboard());
    }
  } finally {
    other.close();
    Object.assign(ended, await readiness.stop(), { answers: await attack.stop() });
  }
  const directMs = median(direct.slice(1));
  const besideMs = median(beside);
  return {
    engine: db.engine,
    attack: name,
    directMs,
    idleMs: median(idle.slice(1)),
    besideMs,
    ratio: besideMs / directMs,
    worstMs: Math.max(...beside),
    ...ended,
  };
};

/** Measures dashboard calls of one user beside the calls of a heavy user. Unreachable engines are skipped. */
export const benchAttack = async (options: BenchOptions): Promise<AttackBenchResult[]> => {
  const results = await withEachBenchServer(options, async (db, server) => {
    const { clientId, range } = await biggestClient(db);
    const [plain] = benchFilters(clientId, range);
    if (!plain) throw new Error('The benchmark has no filters.');
    const measured: AttackBenchResult[] = [];
    for (const { name, filters } of attacks) {
      const buildBody = (request: number) =>
        JSON.stringify({ filters: [...plain.body.filters, ...filters(request)] });
      const given = { rounds: options.rounds ?? 5, plain: JSON.stringify(plain.body) };
      measured.push(await measure(db, server, { name, buildBody }, given));
    }
    return measured;
  });
  return results.flat();
};
