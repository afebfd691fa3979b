import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandContext } from '../../../platform/command.ts';
import type { Engine } from '../../../platform/db/index.ts';
import {
  databasePrefix,
  databaseUrl,
  runVariable,
  serverUrl,
  withClient,
} from '../../../platform/testing/test-server.ts';
import { runBackup, runRestore } from '../commands.ts';

export type Environment = Record<string, string>;

export const placeSecret = 'a secret for tests of at least 32 characters';

/** Places for installations, with empty databases and folders. */
export const createPlaces = () => {
  const root = mkdtempSync(path.join(tmpdir(), 'backup-'));
  const databases: string[] = [];
  const roles: string[] = [];
  return {
    root,
    /** The settings of a new place. */
    async add(name: string, engine: Engine): Promise<Environment> {
      const environment = {
        LOG_LEVEL: 'silent',
        JWT_SECRET: placeSecret,
        ERASURE_KEY: placeSecret,
        DATA_DIR: path.join(root, name),
        FILES_STORE: path.join(root, `${name}-files`),
        AREAS_STORE: path.join(root, `${name}-areas`),
      };
      if (engine === 'pglite') return environment;
      const database = `${databasePrefix(process.env[runVariable] ?? '')}${randomUUID().slice(0, 8)}`;
      await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${database}`));
      databases.push(database);
      return { ...environment, DATABASE_URL: databaseUrl(database) };
    },
    /** The tables belong to another user than that of the product. */
    async withOwner({ DATABASE_URL: ownerUrl, ...environment }: Environment): Promise<Environment> {
      if (ownerUrl === undefined) return environment;
      const url = new URL(ownerUrl);
      url.username = url.pathname.slice(1).replace('readerlens_test', 'readerlens_app');
      url.password = 'p';
      await withClient(serverUrl, (client) => client.query(`CREATE ROLE ${url.username} LOGIN PASSWORD 'p'`));
      roles.push(url.username);
      return { ...environment, DATABASE_URL: url.href, DATABASE_OWNER_URL: ownerUrl };
    },
    async remove() {
      rmSync(root, { recursive: true });
      if (databases.length === 0) return;
      await withClient(serverUrl, async (client) => {
        for (const name of databases) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        for (const name of roles) await client.query(`DROP ROLE ${name}`);
      });
    },
  };
};

type Run = (argv: readonly string[], context: CommandContext) => Promise<number>;

/** Runs a command in this process. Returns its exit code, and what it printed, also of errors. */
export const runHere = async (
  command: Run,
  argv: readonly string[],
  environment: Environment,
): Promise<{ code: number; output: string }> => {
  const chunks: string[] = [];
  const write = (text: string) => void chunks.push(text);
  const code = await command(argv, { environment, write, writeError: write });
  return { code, output: chunks.join('') };
};

/** Runs `backup --to FOLDER` or `restore --from FOLDER`. */
export const inPlace = {
  backup: (to: string, environment: Environment) => runHere(runBackup, ['--to', to], environment),
  restore: (from: string, environment: Environment) =>
    runHere(
      (argv, context) => runRestore(argv, (key) => ({ cacheControl: `max-age=${key.length}` }), context),
      ['--from', from],
      environment,
    ),
};
