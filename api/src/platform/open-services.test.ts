import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { api } from '../app.ts';
import { readConfig } from './config.ts';
import { openServices, tidy } from './open-services.ts';
import { serverOptions } from './server-options.ts';
import { addUser, describeOnEachEngine } from './testing/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'readerlens-services-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const logger = pino({ level: 'silent' });
const config = readConfig({ DATA_DIR: directory });

describe('the API inside another server', () => {
  it('answers below its prefix, and leaves the rest alone', async () => {
    const services = await openServices(config, logger);
    const server = fastify(serverOptions(config, logger));
    server.setNotFoundHandler((_request, reply) => reply.code(404).send('the page'));
    server.get('/broken', () => {
      throw new Error('not of the API');
    });
    await server.register(api, { services });
    expect((await server.inject('/api/health/ready')).statusCode).toBe(200);
    expect((await server.inject('/api/nothing')).json()).toMatchObject({ success: false, code: 'not_found' });
    expect((await server.inject('/somewhere')).payload).toBe('the page');
    expect((await server.inject('/broken')).json()).toMatchObject({ error: 'Internal Server Error' });
    await server.close();
    await services.close();
  }, 30_000);

  it('keeps its data and its secret from one start to the next', async () => {
    const first = await openServices(config, logger);
    const user = await addUser(first.db);
    const token = await first.tokens.issue(user);
    await first.close();
    const second = await openServices(config, logger);
    expect(await second.tokens.verify(token)).toMatchObject({ userId: user.id });
    expect((await second.users.find(user.id))?.user.email).toBe(user.email);
    await second.close();
  }, 30_000);
});

describeOnEachEngine('tidy', (db) => {
  it('deletes what is old, and nothing else', async () => {
    const { kysely } = db();
    const user = await addUser(db());
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await kysely
      .insertInto('login_attempt')
      .values([
        { key: 'old', failures: 1, window_start: ago(3) },
        { key: 'new', failures: 1, window_start: ago(1) },
      ])
      .execute();
    await kysely
      .insertInto('user_token')
      .values([
        { token_hash: 'old', user_id: user.id, purpose: 'password', expires_at: ago(31) },
        { token_hash: 'new', user_id: user.id, purpose: 'password', expires_at: ago(29) },
      ])
      .execute();
    await kysely
      .insertInto('client_error')
      .values([
        { event_info: 'old', at: ago(91) },
        { event_info: 'new', at: ago(89) },
      ])
      .execute();
    await kysely
      .insertInto('area_sample')
      .values([
        { area: 'analytics', version: 'old', kind: 'fallback', at: ago(31) },
        { area: 'analytics', version: 'new', kind: 'fallback', at: ago(29) },
      ])
      .execute();
    await tidy(db());
    const { rows } = await sql`SELECT key FROM login_attempt UNION ALL SELECT token_hash FROM user_token
        UNION ALL SELECT event_info FROM client_error UNION ALL SELECT version FROM area_sample`.execute(
      kysely,
    );
    expect(rows).toEqual([{ key: 'new' }, { key: 'new' }, { key: 'new' }, { key: 'new' }]);
  });
});
