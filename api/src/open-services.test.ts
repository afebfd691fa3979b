import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import { api } from './app.ts';
import { readBuildInfo } from './platform/build-info.ts';
import { readConfig } from './platform/config.ts';
import { openServices } from './open-services.ts';
import { serverOptions } from './platform/http/server-options.ts';
import { addUser } from './platform/testing/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'readerlens-services-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const logger = pino({ level: 'silent' });
const config = readConfig({ DATA_DIR: directory });

describe('the API inside another server', () => {
  it('handles requests below its prefix only', async () => {
    const services = await openServices(config, logger);
    const server = fastify(serverOptions(config, logger));
    server.setNotFoundHandler((_request, reply) => reply.code(404).send('the page'));
    server.get('/broken', () => {
      throw new Error('outside of the API');
    });
    await server.register(api, { services });
    expect((await server.inject('/api/health/ready')).statusCode).toBe(200);
    expect((await server.inject('/api/nothing')).json()).toMatchObject({ success: false, code: 'not_found' });
    expect((await server.inject('/somewhere')).payload).toBe('the page');
    expect((await server.inject('/broken')).json()).toMatchObject({ error: 'Internal Server Error' });
    await server.close();
    await services.close();
  });

  it('keeps its data and secret across restarts', async () => {
    const first = await openServices(config, logger);
    const user = await addUser(first.db);
    const token = await first.tokens.issue(user, { sessionId: 'any' });
    await first.close();
    const second = await openServices(config, logger);
    expect(await second.tokens.verify(token)).toMatchObject({ userId: user.id });
    expect((await second.users.find(user.id))?.user.email).toBe(user.email);
    await second.close();
  });
});

describe('a process', () => {
  const SMTP_URL = 'smtp://mail.example';

  it.each([
    [{}, false],
    [{ SMTP_URL }, true],
    [{ SMTP_URL, WORKERS: 'off' }, false],
  ])('with %j tells its version, and whether it sends mails', async (environment, sendsMails) => {
    const services = await openServices(readConfig({ DATA_DIR: directory, ...environment }), logger);
    await services.db.kysely.deleteFrom('process_heartbeat').execute();
    await services.startWorkers();
    const read = () =>
      services.db.kysely.selectFrom('process_heartbeat').select(['version', 'sends_mails']).execute();
    let told = await read();
    while (told.length === 0) told = await read();
    await services.close();
    expect(told).toEqual([{ version: readBuildInfo().version, sends_mails: sendsMails }]);
  });
});
