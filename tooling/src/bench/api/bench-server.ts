import { buildApi, createServices, readConfig } from '@readerlens/api';
import type { Database } from '@readerlens/api';
import { countBuffersInHeapLimit, recordQueries, secretsFrom } from '@readerlens/api/bench';
import type { CompiledQuery } from 'kysely';
import { httpClient } from './http-client.ts';
import type { HttpClient } from './http-client.ts';

export interface BenchServer {
  readonly services: ReturnType<typeof createServices>;
  readonly client: HttpClient;
  /** A client for another user of the demo. */
  readonly clientFor: (email: string) => Promise<HttpClient>;
  /** For a client in another process. */
  readonly address: { readonly port: number; readonly token: string };
  /** Runs the work and returns the statements on activities that it executed. */
  readonly recordStatements: (work: () => Promise<unknown>) => Promise<CompiledQuery[]>;
  /** Runs the work and returns all its statements, in steps: those of one step ran beside each other. */
  readonly recordSteps: (work: () => Promise<unknown>) => Promise<CompiledQuery[][]>;
  readonly close: () => Promise<void>;
}

/** Starts the real API in a process with its setting of memory, with a token of the demo's internal user. */
export const serveBench = async (
  db: Database,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> => {
  if (db.engine === 'postgres') countBuffersInHeapLimit();
  let steps: CompiledQuery[][] = [];
  let running = 0;
  const onQuery = (query: CompiledQuery) => {
    if (running === 0) steps.push([]);
    running += 1;
    steps.at(-1)?.push(query);
  };
  // A server of the embedded database has less by default, and this one does not know which it is.
  const memory = db.engine === 'postgres' ? { FIGURES_MEMORY_MB: '512' } : {};
  const config = readConfig({ LOG_LEVEL: 'error', PORT: '0', ...memory, ...environment });
  let isRecording = false;
  const recorded: Database = {
    ...recordQueries(db, onQuery, () => (running -= 1)),
    // What is recorded is the SQL of each call, not what calls share.
    readColumns: async (query, onStart) => {
      if (isRecording) throw new Error('Each call is recorded with its own SQL.');
      return db.readColumns(query, onStart);
    },
  };
  const services = createServices(config, recorded, secretsFrom('a secret for benchmarks only'));
  const app = await buildApi({ services });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const signInToken = async (email: string) => {
    const user = await services.users.findByEmail(email);
    if (!user) throw new Error(`The benchmark has no user '${email}'.`);
    return services.signIns.begin(user, 'password', { ip: '127.0.0.1', headers: {} });
  };
  const recordSteps: BenchServer['recordSteps'] = async (work) => {
    steps = [];
    isRecording = true;
    await work().finally(() => (isRecording = false));
    // A copy, because later calls are recorded too.
    return [...steps];
  };
  const token = await signInToken('internal@demo.example');
  const client = httpClient(port, token);
  return {
    services,
    client,
    clientFor: async (email) => httpClient(port, await signInToken(email)),
    address: { port, token },
    recordSteps,
    recordStatements: async (work) =>
      (await recordSteps(work)).flat().filter(({ sql: text }) => text.includes('engagement AS e')),
    async close() {
      client.close();
      await app.close();
    },
  };
};
