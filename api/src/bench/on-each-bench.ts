import type { DemoScale } from '../demo/demo-size.ts';
import type { Database, Engine } from '../platform/db/index.ts';
import { openEmbeddedBench, openServerBench } from './bench-database.ts';
import { serveBench } from './bench-server.ts';
import type { BenchServer } from './bench-server.ts';

/** What every bench can be told; each has its own number of rounds unless told. */
export interface BenchOptions {
  readonly cacheDir: string;
  readonly serverUrl?: string;
  /** A million activities unless told. */
  readonly scale?: DemoScale;
  readonly engines?: readonly Engine[];
  readonly rounds?: number;
  readonly say?: (line: string) => void;
}

/** Does the work for each engine in turn; one for which it answers undefined cannot be reached and is left out. */
export const onEachEngine = async <T>(
  { engines = ['pglite', 'postgres'], say = () => undefined }: BenchOptions,
  work: (engine: Engine) => Promise<T | undefined>,
): Promise<T[]> => {
  const results: T[] = [];
  for (const engine of engines) {
    say(engine);
    const result = await work(engine);
    if (result === undefined) say('  cannot be reached, left out');
    else results.push(result);
  }
  return results;
};

const defaultServer = 'postgres://root@127.0.0.1:5432/postgres';

/** Does the work on an engine's database of a bench, served by the real API; undefined where no engine answers. */
export const onBench = async <T>(
  engine: Engine,
  options: BenchOptions,
  work: (db: Database, server: BenchServer) => Promise<T>,
): Promise<T | undefined> => {
  const { cacheDir, scale = '1m', say = () => undefined } = options;
  const serverUrl = options.serverUrl ?? process.env.TEST_DATABASE_URL ?? defaultServer;
  const open = engine === 'pglite' ? openEmbeddedBench : openServerBench;
  const db = await open({ cacheDir, scale, serverUrl, say });
  if (!db) return undefined;
  try {
    const server = await serveBench(db);
    try {
      return await work(db, server);
    } finally {
      await server.close();
    }
  } finally {
    await db.close();
  }
};

/** Does the work on each engine in turn, as `onBench` does; one that cannot be reached is left out. */
export const onEachBench = <T>(
  options: BenchOptions,
  work: (db: Database, server: BenchServer) => Promise<T>,
): Promise<T[]> => onEachEngine(options, (engine) => onBench(engine, options, work));
