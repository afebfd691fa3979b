import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../platform/db/index.ts';
import type { ExportBenchReady, ExportBenchStart, FromExportBench } from './bench-export-server.ts';
import { httpClient } from './http-client.ts';
import type { HttpClient } from './http-client.ts';
import { rewriteInMemory } from './in-memory-sheet.ts';
import { onEachEngine } from './on-each-bench.ts';
import type { BenchOptions } from './on-each-bench.ts';
import { median, timed } from './timing.ts';

export interface ExportBenchOptions extends BenchOptions {
  /** Activities to export; 100,000 unless told. */
  readonly rows?: number;
}

export interface ExportBenchResult {
  readonly engine: Engine;
  readonly rows: number;
  readonly fileMb: number;
  /** Of the server's process from before an export to its peak; the most of the rounds. */
  readonly growthMb: number;
  /** Median of the rounds while nobody else asks for anything, in milliseconds; and while others do. */
  readonly exportMs: number;
  readonly besideOthersMs: number;
  /** A dashboard's numbers, asked again and again: before, and while exports are written. */
  readonly quietMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The same sheet from rows in memory, by the `xlsx` library and by the product's own writer. */
  readonly libraryMs: number;
  readonly ownMs: number;
  /** Of the export to these. */
  readonly libraryRatio: number;
  readonly ownRatio: number;
}

const script = fileURLToPath(new URL('./bench-export-server.ts', import.meta.url));

/** The server's process, and the most memory that it had since `reset`. */
class Server {
  peak = 0;
  current = 0;
  readonly child: ChildProcess;
  readonly ready: Promise<ExportBenchReady | undefined>;

  constructor(start: ExportBenchStart) {
    this.child = fork(script, [JSON.stringify(start)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.ready = new Promise((resolve) => {
      this.child.on('message', (message: FromExportBench) => {
        if ('ready' in message) resolve(message.ready);
        else this.note(message.rss);
      });
      this.child.once('exit', () => resolve(undefined));
    });
  }

  private note(rss: number): void {
    this.current = rss;
    this.peak = Math.max(this.peak, rss);
  }

  reset(): number {
    this.peak = this.current;
    return this.current;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.send('stop');
    await once(this.child, 'exit');
  }
}

const filtersOf = (range: object, clientId?: number) => [
  ...(clientId === undefined ? [] : [{ field: 'Clients', value: [{ id: String(clientId) }] }]),
  { field: 'DateRange', value: range },
];

/** Somebody who asks without a break would compete for the database rather than wait for it. */
const askPauseMs = 50;

const warmUps = 1500;

/** Asks for a dashboard's numbers until the work is done; answers how long each took. */
const askMeanwhile = async (
  client: HttpClient,
  body: string,
  work: () => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  const state = { isDone: false };
  const working = work().finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    times.push(await timed(() => client.post('/api/client-dashboard/stats', body)));
    await setTimeout(askPauseMs);
  }
  await working;
  return times;
};

const p99 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const download = async ({ port, token, range }: ExportBenchReady): Promise<Uint8Array> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/analytics/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: filtersOf(range) }),
  });
  if (!answer.ok) throw new Error(`The export answered ${answer.status}: ${await answer.text()}`);
  return answer.bytes();
};

const measure = async (server: Server, ready: ExportBenchReady, engine: Engine, rounds: number) => {
  const client = httpClient(ready.port, ready.token);
  const body = JSON.stringify({ filters: filtersOf(ready.client.range, ready.client.id) });
  const pause = () => setTimeout(1000);
  // What a server needs that has served for a while is not what an export needs.
  for (let count = 0; count < warmUps; count += 1) await client.post('/api/client-dashboard/stats', body);
  const quiet = await askMeanwhile(client, body, pause);
  let growth = 0;
  const alone: number[] = [];
  const besideOthers: number[] = [];
  const meanwhile: number[] = [];
  let file = new Uint8Array();
  const exportOnce = async () => {
    file = new Uint8Array(await download(ready));
  };
  for (let round = 0; round < rounds; round += 1) {
    const base = server.reset();
    alone.push(await timed(exportOnce));
    const times = askMeanwhile(client, body, async () => {
      besideOthers.push(await timed(exportOnce));
    });
    meanwhile.push(...(await times));
    growth = Math.max(growth, server.peak - base);
  }
  client.close();
  await server.stop();
  const exportMs = median(alone);
  const { rows, libraryMs, ownMs } = await rewriteInMemory(file);
  return {
    engine,
    rows,
    fileMb: file.length / 2 ** 20,
    growthMb: growth / 2 ** 20,
    exportMs,
    besideOthersMs: median(besideOthers),
    quietMs: median(quiet),
    medianMs: median(meanwhile),
    p99Ms: p99(meanwhile),
    libraryMs,
    ownMs,
    libraryRatio: exportMs / libraryMs,
    ownRatio: exportMs / ownMs,
  };
};

/**
 * Measures an export of many activities with the columns of one who never chose any, by a server in a process of its
 * own: how its memory grows, how long others wait meanwhile, and how long the same sheet takes to write from rows that
 * are in memory. An engine that cannot be reached is left out.
 */
export const benchExport = (options: ExportBenchOptions): Promise<ExportBenchResult[]> => {
  const { rows = 100_000, rounds = 3 } = options;
  return onEachEngine(options, async (engine) => {
    const server = new Server({ ...options, engine, rows });
    const ready = await server.ready;
    return ready && measure(server, ready, engine, rounds);
  });
};
