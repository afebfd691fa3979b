// A backup and a restore that are killed leave nothing that a repetition would trip over.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { isSoak, seededRandom, testSeed } from '@readerlens/filters/testing';
import { databaseLocation, readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/index.ts';
import type { SqlClient } from '../../platform/db/session.ts';
import { openObjects } from '../../platform/files/index.ts';
import { hasServer } from '../../platform/testing/server-database.ts';
import { runBackup } from './commands.ts';
import { createPlaces, inPlace } from './testing/places.ts';
import type { Environment } from './testing/places.ts';

const places = createPlaces();
afterAll(() => places.remove());

const script = path.join(import.meta.dirname, 'testing', 'backup-process.ts');

/** Starts a command as a process. `killed` kills it and resolves once it has ended. */
const startProcess = (environment: Environment, ...argv: readonly string[]) => {
  const child = spawn(process.execPath, [script, ...argv], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    exited,
    async killed() {
      child.kill('SIGKILL');
      return (await exited)[1];
    },
  };
};

const inSession = async <T>(
  environment: Environment,
  work: (client: SqlClient) => Promise<T>,
): Promise<T> => {
  const db = await openDatabase(databaseLocation(readConfig(environment)));
  const client = await db.session();
  try {
    return await work(client);
  } finally {
    client.release();
    await db.close();
  }
};

const fileId = '11111111-0000-4000-8000-000000000001';
/** More than a session has on its way at once; fewer than those that are loaded without indexes. */
const readers = 9000;

/** A place with rows and a file. */
const addSource = async (name: string, engine: 'pglite' | 'postgres'): Promise<Environment> => {
  const place = await places.add(name, engine);
  await inSession(place, (client) =>
    client.exec(
      `INSERT INTO stored_file (id, owner_kind, owner_id, name, media_type, size, checksum, stored_at)
         VALUES ('${fileId}', 'report', '7', 'Report.csv', 'text/csv', 4, 'x', now());
       INSERT INTO reader (first_name, city) SELECT 'Reader', repeat('x', 200) FROM generate_series(1, ${readers});`,
    ),
  );
  await openObjects(place['FILES_STORE']!).put(`11/${fileId}`, Readable.from(['text']));
  return place;
};

const countReaders = async (client: SqlClient) =>
  (await client.query('SELECT count(*)::integer AS count FROM reader')).rows[0]?.['count'];

/** S3 that takes requests and answers none, so that a command waits in the middle of its work. */
const startSilentS3 = async () => {
  const server = createServer();
  const asked = once(server, 'request');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    environment: {
      FILES_STORE: 's3://silent/files',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'any',
      AWS_SECRET_ACCESS_KEY: 'any',
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

if (hasServer)
  describe('on PostgreSQL', () => {
    let source: Environment;
    const folder = path.join(places.root, 'backups', 'daily');

    beforeAll(async () => {
      source = await addSource('source', 'postgres');
    });

    it('a killed backup has no folder with its name, and the next one says what it left', async () => {
      const s3 = await startSilentS3();
      const backup = startProcess({ ...source, ...s3.environment }, 'backup', '--to', folder);
      await s3.asked;
      expect(await backup.killed()).toBe('SIGKILL');
      await s3.close();
      expect(existsSync(folder)).toBe(false);
      const [left] = readdirSync(path.dirname(folder));
      expect(await inPlace.backup(folder, source)).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${left} is of a backup that did not end`),
      });
      expect(readdirSync(folder)).toContain('manifest.json');
    });

    it('a backup that is stopped within a table ends, and leaves nothing', async () => {
      const stopped = path.join(places.root, 'stopped');
      const unfinished = () => readdirSync(places.root).find((name) => name.startsWith('stopped.'));
      const signal = {
        aborted: true,
        throwIfAborted() {
          if (existsSync(path.join(places.root, unfinished() ?? '', 'tables', 'reader.copy')))
            throw new Error('It is stopped.');
        },
      } as AbortSignal;
      const errors: string[] = [];
      const context = {
        environment: source,
        signal,
        write() {},
        writeError: (line: string) => void errors.push(line),
      };
      expect(await runBackup(['--to', stopped], context)).toBe(1);
      expect(errors).toEqual(['Stopped.\n']);
      expect(unfinished()).toBeUndefined();
    });

    const kills = [
      // Rows are loaded, and statistics are made, while a lock of another session lets them.
      ['before its rows are visible', 'SHARE', 0, 'Restored.'],
      ['after that', 'SHARE UPDATE EXCLUSIVE', readers, 'Its rows are there already'],
    ] as const;
    it.each(isSoak ? kills : kills.slice(0, 1))(
      'a restore that is killed %s can be repeated',
      async (name, mode, visible, says) => {
        const target = await places.add(name.replaceAll(' ', '-'), 'postgres');
        await inSession(target, async (client) => {
          await client.exec(`BEGIN; LOCK TABLE reader IN ${mode} MODE`);
          const restore = startProcess(target, 'restore', '--from', folder);
          const waits = `SELECT pg_locks.* FROM pg_sleep(0.02), pg_locks WHERE NOT granted AND relation = 'reader'::regclass`;
          while ((await client.query(waits)).rows.length === 0);
          expect(await restore.killed()).toBe('SIGKILL');
          await client.exec('COMMIT');
          expect(await countReaders(client)).toBe(visible);
        });
        expect(await inPlace.restore(folder, target)).toMatchObject({
          code: 0,
          output: expect.stringContaining(says),
        });
        expect(await inSession(target, countReaders)).toBe(readers);
      },
    );
  });

if (isSoak)
  it(`on the embedded engine, both can be repeated wherever they are killed, with seed ${testSeed}`, async () => {
    const source = await addSource('embedded', 'pglite');
    const random = seededRandom();
    const backups = path.join(places.root, 'embedded-backups');
    mkdirSync(backups);
    /** Kills a command at growing moments, until it ends by itself. Returns how often. */
    const killUntilDone = async (environment: Environment, ...argv: readonly string[]) => {
      for (let kills = 0; ; kills += 1) {
        const running = startProcess(environment, ...argv);
        const timer = setTimeout(() => void running.killed(), 500 + kills * 4000 * random());
        const [code, signal] = await running.exited;
        clearTimeout(timer);
        if (signal === null) return { code, kills };
      }
    };
    for (let round = 1; round <= 2; round += 1) {
      const folder = path.join(backups, String(round));
      expect(await killUntilDone(source, 'backup', '--to', folder)).toMatchObject({ code: 0 });
      const target = await places.add(`embedded-target-${round}`, 'pglite');
      expect(await killUntilDone(target, 'restore', '--from', folder)).toMatchObject({ code: 0 });
      expect(await inSession(target, countReaders)).toBe(readers);
    }
  }, 1_200_000);
