import type { Database } from '@readerlens/api';
import type { Engine } from '@readerlens/api/bench';
import { sql } from 'kysely';
import type { BenchServer } from './bench-server.ts';
import { withEachBenchServer } from './engines.ts';
import type { BenchOptions } from './engines.ts';
import { mediansInRounds } from './timing.ts';

export interface UsersBenchResult {
  readonly engine: Engine;
  readonly page: string;
  readonly found: number;
  /** Medians in milliseconds at the server. */
  readonly directMs: number;
  readonly httpMs: number;
  readonly ratio: number;
}

export interface UsersBenchOptions extends BenchOptions {
  /** Users to add if the database has none of them; default: 50,000. */
  readonly users?: number;
}

const names = 'Ann Bela Carla Dmitri Ewa Farid Grace Hugo Ines Jonas Kaito Leila Milan Nora Olu Priya'.split(
  ' ',
);
const domain = 'bench.example';

/** Adds users with one to three clients each, unless an earlier run did. */
const addUsers = async (db: Database, count: number): Promise<void> => {
  await sql`
    INSERT INTO app_user (email, first_name, last_name, role, password_hash)
    SELECT 'user' || n || '@' || ${domain}, (${names}::text[])[n % 16 + 1], 'Person ' || md5(n::text),
      CASE WHEN n % 50 = 0 THEN 'Internal' ELSE 'Client' END, CASE WHEN n % 3 > 0 THEN 'none' END
    FROM generate_series(1, ${count}::integer) AS n
    WHERE NOT EXISTS (SELECT FROM app_user WHERE email = 'user1@' || ${domain})`.execute(db.kysely);
  await sql`
    INSERT INTO user_client (user_id, client_id)
    SELECT u.id, c.id FROM app_user AS u JOIN client AS c ON (u.id + c.id) % 5 = 0
    WHERE u.role = 'Client' AND u.email LIKE '%@' || ${domain} ON CONFLICT DO NOTHING`.execute(db.kysely);
  await sql`VACUUM (ANALYZE) app_user, user_client`.execute(db.kysely);
};

const pages: readonly (readonly [name: string, query: Readonly<Record<string, string>>])[] = [
  ['first page', {}],
  ['last page', { page: '4000' }],
  ['by e-mail', { query: 'user4242@' }],
  ['by name', { query: 'priya person' }],
  ['by client', { companyIds: '1' }],
  ['by name and client', { query: 'nora', companyIds: '1,2' }],
];

const measure = async (
  db: Database,
  server: BenchServer,
  [page, query]: (typeof pages)[number],
  rounds: number,
): Promise<UsersBenchResult> => {
  const url = `/api/users?${new URLSearchParams(query).toString()}`;
  const read = async () => {
    const status = await server.client.fetchStatus(url);
    if (status !== 200) throw new Error(`${url} returned status ${status}.`);
  };
  const statements = (await server.recordSteps(read))
    .flat()
    .filter(({ sql: text }) => text.includes('app_user AS u'));
  const run = () => Promise.all(statements.map((statement) => db.kysely.executeQuery(statement)));
  const results = await run();
  const count = results
    .flatMap(({ rows }) => rows as { total?: number }[])
    .find(({ total }) => total !== undefined);
  const medians = await mediansInRounds(rounds, { directMs: run, httpMs: read });
  return {
    engine: db.engine,
    page,
    found: count?.total ?? 0,
    ...medians,
    ratio: medians.httpMs / medians.directMs,
  };
};

/** Measures pages of Manage Users over HTTP and their statements alone. Unreachable engines are skipped. */
export const benchUsers = async (options: UsersBenchOptions): Promise<UsersBenchResult[]> => {
  const results = await withEachBenchServer({ scale: 'small', ...options }, async (db, server) => {
    await addUsers(db, options.users ?? 50_000);
    const measured: UsersBenchResult[] = [];
    for (const page of pages) measured.push(await measure(db, server, page, options.rounds ?? 31));
    return measured;
  });
  return results.flat();
};
