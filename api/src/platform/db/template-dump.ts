import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { templateDeadlineMs } from '../../deadlines.ts';
import { migrate, readMigrations } from './migrations.ts';
import { pglitePool } from './pglite-pool.ts';

const cacheDirectory = fileURLToPath(new URL('../../../../.cache/', import.meta.url));

const pgliteVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
};

const dumpName = (): string => {
  const parts = [pgliteVersion(), ...readMigrations().map(({ name, checksum }) => `${name} ${checksum}`)];
  return `pglite-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}.tar`;
};

const removeOthers = (name: string) => {
  for (const other of readdirSync(cacheDirectory)) {
    if (/^pglite-\w+\.tar$/.test(other) && other !== name)
      rmSync(join(cacheDirectory, other), { force: true });
  }
};

const build = async (file: string) => {
  const pool = await pglitePool({
    statementTimeoutMs: templateDeadlineMs,
    connectTimeoutMs: templateDeadlineMs,
    sessionsPerUser: 1,
    waitingPerUser: 0,
  });
  try {
    await migrate(pool);
    mkdirSync(cacheDirectory, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    writeFileSync(unfinished, await pool.dump());
    renameSync(unfinished, file);
  } finally {
    await pool.end();
  }
};

/**
 * The dump of an empty, migrated embedded database, built on first use. Loading it takes a fraction of the time of
 * creating a database.
 */
export const templateDump = async (): Promise<string> => {
  const name = dumpName();
  const file = join(cacheDirectory, name);
  if (!existsSync(file)) {
    await build(file);
    removeOthers(name);
  }
  return file;
};
