import type { Database, DemoScale } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { openEmbeddedBench, openServerBench } from './bench-database.ts';
import { serveBench } from './bench-server.ts';
import type { BenchServer } from './bench-server.ts';

/** Options of every bench; the default number of rounds differs. */
export interface BenchOptions {
  readonly cacheDir: string;
  readonly serverUrl?: string;
  /** Default: a million activities. */
  readonly scale?: DemoScale;
  readonly engines?: readonly Engine[];
  readonly rounds?: number;
  readonly log?: (line: string) => void;
}

/** Runs the work for each engine; undefined means that the engine is unreachable and is skipped. */
export const forEachEngine = async <T>(
  { engines = ['pglite', 'postgres'], log = () => undefined }: BenchOptions,
  work: (engine: Engine) => Promise<T | undefined>,
): Promise<T[]> => {
  const results: T[] = [];
  for (const engine of engines) {
    log(engine);
    const result = await work(engine);
    if (result === undefined) log('  unreachable, skipped');
    else results.push(result);
  }
  return results;
};

const defaultServer = 'postgres://root@127.0.0.1:5432/postgres';

/** Runs the work on an engine's bench database, served by the real API; undefined if the engine is unreachable. */
export const withBenchServer = async <T>(
  engine: Engine,
  options: BenchOptions & { readonly environment?: Readonly<Record<string, string>> },
  work: (db: Database, server: BenchServer) => Promise<T>,
): Promise<T | undefined> => {
  const { cacheDir, scale = '1m', log = () => undefined } = options;
  const serverUrl = options.serverUrl ?? process.env.TEST_DATABASE_URL ?? defaultServer;
  const open = engine === 'pglite' ? openEmbeddedBench : openServerBench;
  const db = await open({ cacheDir, scale, serverUrl, log });
  if (!db) return undefined;
  try {
    const server = await serveBench(db, options.environment);
    try {
      return await work(db, server);
    } finally {
      await server.close();
    }
  } finally {
    await db.close();
  }
};

/** Runs `withBenchServer` for each engine and skips unreachable ones. */
export const withEachBenchServer = <T>(
  options: BenchOptions,
  work: (db: Database, server: BenchServer) => Promise<T>,
): Promise<T[]> => forEachEngine(options, (engine) => withBenchServer(engine, options, work));
