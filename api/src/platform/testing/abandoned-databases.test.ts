import { dropAbandonedDatabases } from './abandoned-databases.ts';
import { hasServer } from './server-database.ts';
import {
  databasePrefix,
  databaseUrl,
  newRun,
  findRun,
  serverUrl,
  readRunStart,
  withClient,
} from './test-server.ts';

const hourMs = 3_600_000;

it('the name of a database contains its run, and the run its start', () => {
  const run = newRun(1_800_000_000_000);
  expect(findRun(`${databasePrefix(run)}a1b2`)).toBe(run);
  expect(readRunStart(run)).toBe(1_800_000_000_000);
  expect(['readerlens', 'readerlens_test_abc_1', 'postgres'].map(findRun)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

(hasServer ? describe : describe.skip)('databases of runs that were killed', () => {
  const now = Date.now();
  const [killed, unfinished, recent] = [now - hourMs - 60_000, now - 5 * hourMs, now - hourMs / 2].map(
    (start) => `${databasePrefix(newRun(start))}1`,
  ) as [string, string, string];
  const all = [killed, unfinished, recent];
  const remaining = () =>
    withClient(serverUrl, async (client) => {
      const sql = 'SELECT datname FROM pg_database WHERE datname = ANY ($1)';
      const { rows } = await client.query<{ datname: string }>(sql, [all]);
      return new Set(rows.map(({ datname }) => datname));
    });
  const forAll = (statement: string) =>
    withClient(serverUrl, async (client) => {
      for (const name of all) await client.query(`${statement} ${name}`);
    });

  beforeAll(() => forAll('CREATE DATABASE'));
  afterAll(() => forAll('DROP DATABASE IF EXISTS'));

  it('are dropped an hour after they began, unless the run has a connection', async () => {
    await withClient(databaseUrl(unfinished), () => dropAbandonedDatabases(now));
    expect(await remaining()).toEqual(new Set([unfinished, recent]));
  });

  it('are kept while the run has any connection, though not to them', async () => {
    const address = new URL(serverUrl);
    address.searchParams.set('application_name', databasePrefix(findRun(unfinished)!));
    await withClient(address.href, () => dropAbandonedDatabases(now));
    expect(await remaining()).toEqual(new Set([unfinished, recent]));
    await dropAbandonedDatabases(now);
    expect(await remaining()).toEqual(new Set([recent]));
  });
});
