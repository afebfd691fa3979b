import type { Engine } from '@readerlens/api/bench';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { maxUploadBytes, uploadChunkBytes } from '@readerlens/contract/onboarding';
import { benchCalls, benchFilters } from './bench-calls.ts';
import type { FromUploadsBench, UploadsBenchReady, UploadsBenchStart } from './bench-uploads-server.ts';
import { forEachEngine } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { httpClient } from './http-client.ts';
import { sendThrottled } from './send-throttled.ts';
import { median, timed } from './timing.ts';

export interface UploadsBenchOptions extends BenchOptions {
  /** Default: 10. */
  readonly uploads?: number;
  /** Of each upload; default: the largest file, 500 MB. */
  readonly chunks?: number;
  /** Of each upload; default: 5 MB. */
  readonly bytesPerSecond?: number;
}

export interface UploadsBenchResult {
  readonly engine: Engine;
  readonly uploads: number;
  readonly uploadMb: number;
  /** From the first chunk until all files can be read. */
  readonly seconds: number;
  /** How much more memory the server's process takes at most than with the overview alone. */
  readonly growthMb: number;
  /** Medians of the ten calls of the overview at once, in milliseconds. */
  readonly idleMs: number;
  readonly busyMs: number;
  readonly busyRatio: number;
  readonly busyMaxMs: number;
}

const script = fileURLToPath(new URL('./bench-uploads-server.ts', import.meta.url));
const megabyte = 2 ** 20;
/** Until the memory of normal operation is taken. */
const warmUps = 600;
/** Polling without a pause would compete for the database instead of measuring its latency. */
const pollPauseMs = 50;

const startServer = (start: UploadsBenchStart) => {
  const child = fork(script, [JSON.stringify(start)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const memory = { now: 0, peak: 0 };
  // A server that ends well before it is ready found no engine; one that crashes must not look like that.
  const ready = new Promise<UploadsBenchReady | undefined>((resolve, reject) => {
    child.on('message', (message: FromUploadsBench) => {
      if ('ready' in message) resolve(message.ready);
      else {
        memory.now = message.rss;
        memory.peak = Math.max(memory.peak, message.rss);
      }
    });
    child.once('exit', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`The server of the benchmark ended with code ${code}.`));
    });
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.send('stop');
    await once(child, 'exit');
  };
  return { memory, ready, stop };
};

const measure = async (
  engine: Engine,
  ready: UploadsBenchReady,
  memory: { readonly now: number; peak: number },
  options: UploadsBenchOptions,
): Promise<UploadsBenchResult> => {
  const { rounds = 300, uploads = 10, chunks = maxUploadBytes / uploadChunkBytes } = options;
  const { bytesPerSecond = 5 * megabyte } = options;
  const client = httpClient(ready.port, ready.token);
  const [plain] = benchFilters(ready.clientId, ready.range);
  const body = JSON.stringify(plain?.body);
  const calls = () => Promise.all(benchCalls.map(({ url }) => client.post(url, body)));
  // Another file, so that what every upload needs once is loaded, too.
  await sendThrottled(ready, { upload: uploads, chunks: 3, bytesPerSecond });
  for (let count = 0; count < warmUps; count += 1) await calls();
  const idle: number[] = [];
  // The most that the overview takes alone, not what is left after a collection.
  memory.peak = memory.now;
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await timed(calls));
    await setTimeout(pollPauseMs);
  }
  const base = memory.peak;
  const busy: number[] = [];
  const state = { isDone: false };
  const ms = await timed(async () => {
    const sending = Promise.all(
      Array.from({ length: uploads }, (_, upload) =>
        sendThrottled(ready, { upload, chunks, bytesPerSecond }),
      ),
    );
    const ended = sending.finally(() => (state.isDone = true));
    while (!state.isDone) {
      busy.push(await timed(calls));
      await setTimeout(pollPauseMs);
    }
    await ended;
  });
  client.close();
  return {
    engine,
    uploads,
    uploadMb: (chunks * uploadChunkBytes) / megabyte,
    seconds: ms / 1000,
    growthMb: (memory.peak - base) / megabyte,
    idleMs: median(idle),
    busyMs: median(busy),
    busyRatio: median(busy) / median(idle),
    busyMaxMs: Math.max(...busy),
  };
};

/**
 * Measures large uploads at once to a server in a separate process: its memory growth, and the overview meanwhile.
 * Unreachable engines are skipped.
 */
export const benchUploads = (options: UploadsBenchOptions): Promise<UploadsBenchResult[]> =>
  forEachEngine(options, async (engine) => {
    const { cacheDir, scale, serverUrl, uploads = 10 } = options;
    const server = startServer({
      engine,
      cacheDir,
      uploads: uploads + 1,
      ...(scale ? { scale } : {}),
      ...(serverUrl === undefined ? {} : { serverUrl }),
    });
    try {
      const ready = await server.ready;
      return ready && (await measure(engine, ready, server.memory, options));
    } finally {
      await server.stop();
    }
  });
