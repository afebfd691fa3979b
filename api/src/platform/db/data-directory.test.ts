import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runs } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { DataDirectoryInUseError, openDatabase } from './index.ts';
import { lockDataDirectory } from './data-directory-lock.ts';

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'readerlens-db-'));
  directories.push(directory);
  return directory;
};
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Starts a process that writes to the database, and waits for its first batches. */
const startWriter = async (directory: string) => {
  const script = fileURLToPath(new URL('../testing/endless-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer exited')));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > 20) resolve();
    });
  });
  return {
    pid: child.pid as number,
    async kill() {
      child.kill('SIGKILL');
      await exited;
      return Number(output.trim().split('\n').at(-1));
    },
  };
};

describe('the embedded data directory', () => {
  it('keeps committed transactions, and nothing of others, when killed with SIGKILL at any moment', async () => {
    const dataDir = newDirectory();
    let lastReported = 0;
    const rounds = runs({ test: 2, soak: 20 });
    for (let round = 0; round < rounds; round += 1) {
      const writer = await startWriter(dataDir);
      lastReported = await writer.kill();
      const db = await openDatabase({ dataDir });
      const { rows } = await sql<{
        batch: number;
        rows: number;
      }>`SELECT name::int / 1000 AS batch, count(*) AS rows
          FROM organisation GROUP BY 1 ORDER BY 1`.execute(db.kysely);
      await db.close();
      const batches = rows.map(({ batch }) => batch);
      expect(batches.slice(0, lastReported)).toEqual(
        Array.from({ length: lastReported }, (_, index) => index + 1),
      );
      expect(rows.every((row) => row.rows === 50)).toBe(true);
    }
    expect(lastReported).toBeGreaterThan(20 * (rounds - 1));
  });

  it('cannot be opened by a second process while the first one runs; the error names both', async () => {
    const dataDir = newDirectory();
    const writer = await startWriter(dataDir);
    const refused: unknown = await openDatabase({ dataDir }).catch((error: unknown) => error);
    await writer.kill();
    expect(refused).toBeInstanceOf(DataDirectoryInUseError);
    expect((refused as Error).message).toContain(dataDir);
    expect((refused as Error).message).toContain(String(writer.pid));
  });

  it('cannot be opened twice in the same process', async () => {
    const dataDir = newDirectory();
    const db = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toBeInstanceOf(DataDirectoryInUseError);
    await db.close();
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    await (await openDatabase({ dataDir })).close();
  });

  it('is recreated if its creation was interrupted', async () => {
    const dataDir = newDirectory();
    await (await openDatabase({ dataDir })).close();
    writeFileSync(join(dataDir, 'db.unfinished'), '');
    rmSync(join(dataDir, 'db', 'global'), { recursive: true });
    const db = await openDatabase({ dataDir });
    expect(await db.kysely.selectFrom('app_user').selectAll().execute()).toEqual([]);
    await db.close();
    expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false);
  });

  it('is created with access for its owner only', async () => {
    const dataDir = join(newDirectory(), 'new');
    await (await openDatabase({ dataDir })).close();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('survives the termination of a statement', async () => {
    const db = await openDatabase({ dataDir: newDirectory() });
    await db.kysely.insertInto('region').values({ name: 'North' }).execute();
    const runaway = db.transaction(
      async (trx) => {
        await trx.insertInto('region').values({ name: 'South' }).execute();
        await sql`SELECT count(*) FROM generate_series(1, 1000000000) AS a`.execute(trx);
      },
      { timeoutMs: 500 },
    );
    await expect(runaway).rejects.toMatchObject({ code: '57014' });
    expect(await db.kysely.selectFrom('region').select('name').execute()).toEqual([{ name: 'North' }]);
    await db.close();
  });
});

describe('the lock file', () => {
  const withLock = (content: string) => {
    const directory = newDirectory();
    writeFileSync(join(directory, 'lock'), content);
    return directory;
  };

  it.each([
    ['a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' })],
    ['an earlier process with the same id', JSON.stringify({ pid: process.ppid, startedAt: '1' })],
    [
      'this process id, as after a restart in a container',
      JSON.stringify({ pid: process.pid, startedAt: '1' }),
    ],
    ['an unknown process (damaged file)', '{"pid":'],
  ])('of %s is stale', (_, content) => {
    const directory = withLock(content);
    const unlock = lockDataDirectory(directory);
    expect(JSON.parse(readFileSync(join(directory, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('without a start time is valid while the process runs', () => {
    const directory = withLock(JSON.stringify({ pid: process.ppid }));
    expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryInUseError);
  });
});
