import type { Engine } from '@readerlens/api/bench';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type {
  CopySelection,
  ExportBenchReady,
  ExportBenchStart,
  FromExportBench,
  ToExportBench,
} from './bench-export-server.ts';
import { httpClient } from './http-client.ts';
import type { HttpClient } from './http-client.ts';
import { rewriteInMemory } from './in-memory-sheet.ts';
import { forEachEngine } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { median, timed } from './timing.ts';

export interface ExportBenchOptions extends BenchOptions {
  /** Activities to export; default: 100,000. */
  readonly rows?: number;
}

export interface ExportBenchResult {
  readonly engine: Engine;
  readonly rows: number;
  readonly fileMb: number;
  /** Memory growth of the server's process during an export; maximum of the rounds. */
  readonly growthMb: number;
  /** Median duration without other requests, and with concurrent ones, in milliseconds. */
  readonly exportMs: number;
  readonly besideOthersMs: number;
  /** Duration of repeated dashboard calls: before and during exports. */
  readonly quietMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The same sheet from rows in memory, by the `xlsx` library and by the product's own writer. */
  readonly libraryMs: number;
  readonly ownMs: number;
  /** Exports of four columns as CSV: of these activities, and of all activities of the biggest client. */
  readonly csv: readonly CsvBenchResult[];
  /** Ratios of the export to these. */
  readonly libraryRatio: number;
  readonly ownRatio: number;
}

export interface CsvBenchResult {
  readonly engine: Engine;
  readonly of: 'newest' | 'biggest client';
  readonly rows: number;
  readonly csvMs: number;
  /** A plain COPY of the same rows in the same order by the same engine: of the four columns, with the ratio of the export. */
  readonly copyMs: number;
  readonly copyRatio: number;
  /** Likewise for all columns that the file is made of: it has others that are mandatory. */
  readonly wholeMs: number;
  readonly wholeRatio: number;
  /** Processor time of the server's process, which includes the embedded engine. */
  readonly cpuMs: number;
  /** Memory growth of the server's process; maximum of the rounds. */
  readonly growthMb: number;
}

const script = fileURLToPath(new URL('./bench-export-server.ts', import.meta.url));

/** The server's process, and its peak memory since `reset`. */
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
        else if ('ms' in message) this.answered?.(message.ms);
        else this.recordMemory(message.rss);
      });
      this.child.once('exit', () => resolve(undefined));
    });
  }

  private answered: ((ms: number) => void) | undefined;

  private ask(question: ToExportBench): Promise<number> {
    return new Promise((resolve) => {
      this.answered = resolve;
      this.child.send(question);
    });
  }

  /** The time of a plain COPY, in milliseconds. */
  copy(selection: CopySelection): Promise<number> {
    return this.ask({ copy: selection });
  }

  /** Processor time since the start, in milliseconds. */
  readCpu(): Promise<number> {
    return this.ask({ wantsCpu: true });
  }

  private recordMemory(rss: number): void {
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

const buildFilters = (range: object, clientId?: number) => [
  ...(clientId === undefined ? [] : [{ field: 'Clients', value: [{ id: String(clientId) }] }]),
  { field: 'DateRange', value: range },
];

/** Polling without a pause would compete for the database instead of measuring its latency. */
const pollPauseMs = 50;

const warmUps = 1500;

/** Repeats a dashboard call until the work is done. Returns the durations. */
const pollDashboard = async (
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
    await setTimeout(pollPauseMs);
  }
  await working;
  return times;
};

const p99 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const csvOptions = {
  format: 'csv',
  columns: ['email', 'firstName', 'docTitle', 'date'].map((field) => ({ field })),
};

const download = async ({ port, token }: ExportBenchReady, body: object): Promise<Uint8Array> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/analytics/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The export returned status ${answer.status}: ${await answer.text()}`);
  return answer.bytes();
};

const lineBreak = 10;

const countRows = (file: Uint8Array): number => {
  let lines = 0;
  for (let at = file.indexOf(lineBreak); at >= 0; at = file.indexOf(lineBreak, at + 1)) lines += 1;
  return lines - 1;
};

const measureCsv = async (
  server: Server,
  ready: ExportBenchReady,
  { range, clientId }: Omit<CopySelection, 'whole'>,
  rounds: number,
) => {
  const times = { csv: [] as number[], cpu: [] as number[], copy: [] as number[], whole: [] as number[] };
  const copied = { range, ...(clientId === undefined ? {} : { clientId }) };
  let [rows, growth] = [0, 0];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const base = server.reset();
    const cpu = await server.readCpu();
    let file = new Uint8Array();
    const csv = await timed(async () => {
      file = new Uint8Array(await download(ready, { filters: buildFilters(range, clientId), ...csvOptions }));
    });
    const used = (await server.readCpu()) - cpu;
    rows = countRows(file);
    const [copy, whole] = [
      await server.copy({ ...copied, whole: false }),
      await server.copy({ ...copied, whole: true }),
    ];
    if (round === 0) continue;
    growth = Math.max(growth, server.peak - base);
    times.csv.push(csv);
    times.cpu.push(used);
    times.copy.push(copy);
    times.whole.push(whole);
  }
  const [csvMs, copyMs, wholeMs] = [median(times.csv), median(times.copy), median(times.whole)];
  return {
    rows,
    csvMs,
    copyMs,
    copyRatio: csvMs / copyMs,
    wholeMs,
    wholeRatio: csvMs / wholeMs,
    cpuMs: median(times.cpu),
    growthMb: growth / 2 ** 20,
  };
};

const measure = async (server: Server, ready: ExportBenchReady, engine: Engine, rounds: number) => {
  const client = httpClient(ready.port, ready.token);
  const body = JSON.stringify({ filters: buildFilters(ready.client.range, ready.client.id) });
  const pause = () => setTimeout(1000);
  // Warm up first, so that the memory of normal operation is not attributed to the export.
  for (let count = 0; count < warmUps; count += 1) await client.post('/api/client-dashboard/stats', body);
  const quiet = await pollDashboard(client, body, pause);
  let growth = 0;
  const alone: number[] = [];
  const besideOthers: number[] = [];
  const meanwhile: number[] = [];
  let file = new Uint8Array();
  const exportOnce = async () => {
    file = new Uint8Array(await download(ready, { filters: buildFilters(ready.range) }));
  };
  for (let round = 0; round < rounds; round += 1) {
    const base = server.reset();
    alone.push(await timed(exportOnce));
    const times = pollDashboard(client, body, async () => {
      besideOthers.push(await timed(exportOnce));
    });
    meanwhile.push(...(await times));
    growth = Math.max(growth, server.peak - base);
  }
  const { range, biggest } = ready;
  const csv: CsvBenchResult[] = [
    { engine, of: 'newest', ...(await measureCsv(server, ready, { range }, rounds)) },
    {
      engine,
      of: 'biggest client',
      ...(await measureCsv(server, ready, { range: biggest.range, clientId: biggest.id }, rounds)),
    },
  ];
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
    csv,
    libraryMs,
    ownMs,
    libraryRatio: exportMs / libraryMs,
    ownRatio: exportMs / ownMs,
  };
};

/**
 * Measures an export of many activities with the default columns from a server in a separate process: its memory growth,
 * the latency of other calls meanwhile, and the time to write the same sheet from rows in memory. Unreachable engines
 * are skipped.
 */
export const benchExport = (options: ExportBenchOptions): Promise<ExportBenchResult[]> => {
  const { rows = 100_000, rounds = 3 } = options;
  return forEachEngine(options, async (engine) => {
    const server = new Server({ ...options, engine, rows });
    const ready = await server.ready;
    return ready && measure(server, ready, engine, rounds);
  });
};
