import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createTestClock } from '../platform/jobs/testing/test-runner.ts';
import { watchIdentityProvider } from './identity-provider-watch.ts';
import { expiredCertificate } from './testing/expired-certificate.ts';

const start = '2026-03-02T05:00:00Z';
const time = createTestClock(start);
const servers: Server[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

beforeEach(() => time.set(start));
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

it('asks for the document of the provider at most every half minute, and knows since when it fails', async () => {
  const state = { status: 200 };
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(state.status).end('{}');
  });
  const issuer = `http://localhost:${await listen(server)}/tenant/`;
  const find = watchIdentityProvider(issuer, time.clock);
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined]);
  state.status = 503;
  time.pass(29);
  expect(await find()).toBeUndefined();
  expect(asked).toEqual(['/tenant/.well-known/openid-configuration']);
  time.pass(1);
  const problem = {
    since: new Date('2026-03-02T05:00:30Z'),
    issuer,
    reason: 'The server responded with status 503.',
  };
  expect(await find()).toEqual(problem);
  time.pass(30);
  expect(await find()).toEqual(problem);
  state.status = 200;
  time.pass(30);
  expect(await find()).toBeUndefined();
});

it('says that a certificate has expired', async () => {
  const port = await listen(createSecureServer(expiredCertificate));
  const find = watchIdentityProvider(`https://localhost:${port}`, time.clock);
  expect((await find())?.reason).toBe('The certificate of the server has expired.');
});

it('says that nothing answers', async () => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  servers.length = 0;
  const find = watchIdentityProvider(`http://localhost:${port}`, time.clock);
  expect((await find())?.reason).toBe('The server refused the connection.');
});
