// A drill with PostgreSQL's own archive: a server as it was before an accident, on which the product goes on.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSoak } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { placeSecret, runHere } from './data/backup/testing/places.ts';
import type { Environment } from './data/backup/testing/places.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { findServerCommands, startAtRestorePoint, startOwnServer } from './platform/testing/own-server.ts';
import type { OwnServer } from './platform/testing/own-server.ts';
import { runDeliveries } from './run-deliveries.ts';
import {
  aDayLater,
  fingerprintTables,
  loadDueDemo,
  readDoneRuns,
  startProduct,
  takeSentMails,
} from './testing/drills.ts';
import type { MailServer, Product } from './testing/drills.ts';

const commands = findServerCommands();
const describeDrill = isSoak && commands !== undefined ? describe : describe.skip;
const restorePoint = 'before the accident';
const deadlineMs = 600_000;

describeDrill('a point in time, which needs SOAK=1 and the commands of a PostgreSQL server', () => {
  let root = '';
  const inRoot = (name: string) => path.join(root, name);
  let mailServer: MailServer;
  const servers: OwnServer[] = [];
  const products: Product[] = [];

  const settings = (url: string): Environment => ({
    LOG_LEVEL: 'silent',
    JWT_SECRET: placeSecret,
    ERASURE_KEY: placeSecret,
    DATABASE_URL: url,
    FILES_STORE: inRoot('files'),
    AREAS_STORE: inRoot('areas'),
    SMTP_URL: mailServer.url,
  });
  const start = async (server: OwnServer) => {
    const product = await startProduct(settings(server.url));
    products.push(product);
    return product;
  };

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'readerlens-point-'));
    // The user of the server has to enter it.
    chmodSync(root, 0o755);
    mailServer = await startMailServer();
  });
  afterAll(async () => {
    for (const product of products) await product.stop();
    for (const server of servers) if (await server.isRunning()) await server.stop();
    await mailServer.stop();
    rmSync(root, { recursive: true });
  });

  it(
    'is restored, and nothing is sent until it is released, and then what the source sends',
    async () => {
      const places = { commands: commands!, archive: inRoot('archive') };
      const server = await startOwnServer({
        ...places,
        data: inRoot('data'),
        wal: inRoot('wal'),
        log: inRoot('log'),
      });
      servers.push(server);
      const source = await start(server);
      await server.copyTo(inRoot('data/copy'));
      await loadDueDemo(source);
      const before = await fingerprintTables(source.db);
      await sql`SELECT pg_create_restore_point(${restorePoint})`.execute(source.db.kysely);

      // The accident; then what was due is sent.
      await sql`UPDATE reader SET first_name = 'Lost', last_name = NULL`.execute(source.db.kysely);
      source.time.set(aDayLater);
      await source.work();
      await source.work();
      const sent = { mails: takeSentMails(mailServer), runs: await readDoneRuns(source.db) };
      await sql`SELECT pg_switch_wal()`.execute(source.db.kysely);
      await products.pop()?.stop();
      await server.shutDown();

      const restored = await startAtRestorePoint({
        ...places,
        copy: inRoot('data/copy'),
        log: inRoot('log'),
        restorePoint,
      });
      servers.push(restored);
      const product = await start(restored);
      expect(await fingerprintTables(product.db)).toEqual(before);
      const { output } = await runHere(runDeliveries, ['hold'], settings(restored.url));
      expect(output).toBe('Deliveries are held.\n');
      product.time.set(aDayLater);
      await product.work();
      expect(takeSentMails(mailServer)).toEqual([]);
      const token = await product.signIn('internal@demo.example');
      const released = await product.call('POST', '/api/operations/deliveries/release', token, {});
      expect(released.statusCode).toBe(200);
      await product.work();
      await product.work();
      expect({ mails: takeSentMails(mailServer), runs: await readDoneRuns(product.db) }).toEqual(sent);
      expect(sent.mails.length).toBeGreaterThan(5);
    },
    deadlineMs,
  );
});
