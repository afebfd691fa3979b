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

describeOnServer('calls while the server hangs or is busy', (db) => {
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
    // Two of them wait for the answers of their statements, and one for a session.
    expect(await Promise.all(tokens.map(call))).toEqual([interrupted, interrupted, interrupted]);
    proxy.goOn();
    for (const token of tokens) expect(await call(token)).toBe('200 ');
  });

  it('ends a statement without a time limit, while one that is slow goes on', async () => {
    // Longer than the server may be silent.
    const run = async (database: Database) =>
      database.transaction((trx) => sql`SELECT pg_sleep(2)`.execute(trx), { timeoutMs: 0 });
    await run(opened[1]!);
    const [token] = await addTokens(1);
    const running = run(opened[0]!);
    proxy.hang();
    await expect(running).rejects.toThrow('Connection terminated');
    proxy.goOn();
    expect((await hanging().call('GET /api/session', { token })).status).toBe(200);
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
