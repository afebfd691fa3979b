import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { addUser, describeOnServer, testApi } from '../testing/index.ts';
import { databaseUrl } from '../testing/test-server.ts';
import { openDatabase } from './index.ts';
import type { Database } from './index.ts';

/** Stands before a server. While it hangs, it accepts connections and passes nothing on. */
const startProxy = async ({ hostname, port }: URL) => {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((socket) => {
    const behind = connect(Number(port || 5432), hostname);
    const ends = [
      [socket, behind],
      [behind, socket],
    ] as const;
    for (const [each, other] of ends) {
      sockets.add(each);
      each.on('data', (bytes) => other.write(bytes));
      each.on('error', () => undefined).on('close', () => other.destroy());
      if (isHanging) each.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

describeOnServer('a call for which no session is left', (db) => {
  const size = 2;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const opened: Database[] = [];

  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db().kysely);
    const url = new URL(databaseUrl(rows[0]!.name));
    proxy = await startProxy(url);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const limits = { url: url.href, poolSize: size, connectTimeoutMs: 1500, migrations: null };
    opened.push(
      await openDatabase({ ...limits, answerDeadlineMs: 50 }),
      // However slow this machine is, the server answers.
      await openDatabase({ ...limits, answerDeadlineMs: 60_000 }),
    );
  });
  afterAll(async () => {
    proxy.goOn();
    for (const each of opened) await each.close();
    proxy.stop();
  });

  const hanging = testApi({}, {}, () => opened[0]!);
  const busy = testApi({}, {}, () => opened[1]!);
  const addTokens = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => hanging().tokenFor(await addUser(db()))));

  it('says that the service is interrupted while the server hangs, and works again after that', async () => {
    const tokens = await addTokens(size + 1);
    const call = async (token: string) => {
      const { status, body } = await hanging().call('GET /api/session', { token });
      return `${status} ${body.message}`;
    };
    const interrupted = '503 The service is interrupted. Please try again in a moment.';
    for (const token of tokens) expect(await call(token)).toBe('200 ');
    proxy.hang();
    // Two of them have the sessions, whichever comes first.
    const answers = tokens.map(call);
    expect(await Promise.race(answers)).toBe(interrupted);
    proxy.goOn();
    expect((await Promise.all(answers)).toSorted()).toEqual(['200 ', '200 ', interrupted]);
    for (const token of tokens) expect(await call(token)).toBe('200 ');
  });

  it('says that the service is busy while others work', async () => {
    const [token] = await addTokens(1);
    const held = await Promise.all(Array.from({ length: size }, () => opened[1]!.session()));
    const { status, body } = await busy().call('GET /api/session', { token });
    expect([status, body.message]).toEqual([503, 'The service is busy. Please try again in a moment.']);
    for (const session of held) session.release();
    expect((await busy().call('GET /api/session', { token })).status).toBe(200);
  });
});
