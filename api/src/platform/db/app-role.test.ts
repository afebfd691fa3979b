import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { runImport } from '../../data/import/run-import.ts';
import { readActivities, csv, temporaryFiles } from '../../data/import/testing/import-files.ts';
import { createServices } from '../../services.ts';
import { buildApi } from '../../app.ts';
import { readConfig } from '../config.ts';
import { secretsFrom } from '../secrets.ts';
import { addUser } from '../testing/index.ts';
import { hasServer } from '../testing/server-database.ts';
import { databasePrefix, databaseUrl, runVariable, serverUrl, withClient } from '../testing/test-server.ts';
import { openDatabase } from './index.ts';
import { postgresPool } from './postgres-pool.ts';
import type { PostgresPoolOptions } from './postgres-pool.ts';
import type { Database } from './index.ts';

const asUser = (url: string, name: string, password: string): string => {
  const changed = new URL(url);
  changed.username = name;
  changed.password = password;
  return changed.href;
};

// The embedded database has one user; there, the trigger is tested with the audit log.
(hasServer ? describe : describe.skip)('the product as another user than the owner of the tables', () => {
  const files = temporaryFiles();
  const suffix = randomUUID().slice(0, 8);
  const role = `readerlens_app_${suffix}`;
  const name = `${databasePrefix(process.env[runVariable] ?? '')}${suffix}`;
  let db: Database;

  beforeAll(async () => {
    await withClient(serverUrl, async (client) => {
      await client.query(`CREATE DATABASE ${name}`);
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
    });
    const ownerUrl = databaseUrl(name);
    db = await openDatabase({ url: asUser(ownerUrl, role, 'p'), ownerUrl });
  });
  afterAll(async () => {
    await db.close();
    await withClient(serverUrl, async (client) => {
      await client.query(`DROP DATABASE ${name}`);
      await client.query(`DROP ROLE ${role}`);
    });
  });

  it('lets processes start together', async () => {
    const ownerUrl = databaseUrl(name);
    const location = { url: asUser(ownerUrl, role, 'p'), ownerUrl };
    const opened = await Promise.all(Array.from({ length: 6 }, () => openDatabase(location)));
    expect(opened.map(({ engine }) => engine)).toEqual(Array.from({ length: 6 }, () => 'postgres'));
    for (const each of opened) await each.close();
  });

  it('imports with the documented command', async () => {
    const ownerUrl = databaseUrl(name);
    const environment = { DATABASE_URL: asUser(ownerUrl, role, 'p'), DATABASE_OWNER_URL: ownerUrl };
    const file = files.write(csv('Role Ltd', 'r1,2025-01-01,*,role-d,role-r'));
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await runImport([file], { environment, stdout, stderr });
    expect([code, stderr.read()]).toEqual([0, null]);
    expect(await readActivities(db, 'Role Ltd')).toHaveLength(1);
  });

  it('creates users and answers calls', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://app.example' });
    const services = createServices(config, db, secretsFrom('a secret for tests'));
    const app = await buildApi({ services });
    const admin = await addUser(db, { role: 'SystemAdmin' });
    const token = await services.signIns.begin(admin, 'password', { ip: '127.0.0.1', headers: {} });
    const call = { method: 'POST', headers: { authorization: `Bearer ${token}` } } as const;
    const user = { firstName: 'New', lastName: 'Person', email: 'new@role.example', role: 'Internal' };
    const created = await app.inject({ ...call, url: '/api/user', payload: { user } });
    expect(created.statusCode).toBe(200);
    await app.close();
    const { rows } = await sql`SELECT action FROM audit_event`.execute(db.kysely);
    expect(rows).toEqual([{ action: 'user.create' }]);
  });

  describe('while the server has one connection for it', () => {
    const limited = `${role}_limited`;
    const url = () => asUser(databaseUrl(name), limited, 'p');
    const openPool = (options: Partial<PostgresPoolOptions>) =>
      postgresPool({
        url: url(),
        size: 2,
        sessionsPerUser: 2,
        waitingPerUser: 2,
        statementTimeoutMs: 0,
        connectTimeoutMs: 120_000,
        onIdleError: () => {},
        ...options,
      });
    beforeAll(() =>
      withClient(serverUrl, (client) =>
        client.query(`CREATE ROLE ${limited} LOGIN PASSWORD 'p' CONNECTION LIMIT 1`),
      ),
    );
    afterAll(() => withClient(serverUrl, (owner) => owner.query(`DROP ROLE ${limited}`)));

    it('waits for it', async () => {
      let sayFull = () => {};
      const isFull = new Promise<void>((resolve) => {
        sayFull = resolve;
      });
      const pool = openPool({ onServerFull: () => sayFull() });
      const waiting = await withClient(url(), async () => {
        const client = pool.connect();
        await isFull;
        return { client };
      });
      const client = await waiting.client;
      expect((await client.query('SELECT current_user AS name')).rows).toEqual([{ name: limited }]);
      client.release();
      await pool.end();
    });

    it('goes on with a long statement: a server that is full answers', async () => {
      const pool = openPool({ connectTimeoutMs: 600, answerDeadlineMs: 60_000 });
      const client = await pool.connect();
      expect((await client.query('SELECT pg_sleep(2)')).rowCount).toBe(1);
      client.release();
      await pool.end();
    });
  });

  it.each([
    ['UPDATE audit_event SET action = action', 'permission denied'],
    ['DELETE FROM audit_event', 'permission denied'],
    ['TRUNCATE audit_event', 'permission denied'],
    ['ALTER TABLE audit_event DISABLE TRIGGER ALL', 'must be owner'],
    ['DROP TABLE audit_event', 'must be owner'],
    ['DELETE FROM schema_migration', 'permission denied'],
    ['DELETE FROM migration_work', 'permission denied'],
  ])('cannot %s', async (statement, message) => {
    await expect(sql.raw(statement).execute(db.kysely)).rejects.toThrow(message);
  });
});
