// A PostgreSQL server of a test, which the test may stop, and whose disks it may fill.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { freePort } from './free-port.ts';
import { withClient } from './test-server.ts';

const run = promisify(execFile);
const installations = '/usr/lib/postgresql';

/** The folder with the commands of the newest PostgreSQL of this machine; undefined if there is none. */
export const findServerCommands = (): string | undefined =>
  (existsSync(installations) ? readdirSync(installations) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(installations, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));

/** Whose files the server has and as whom it runs: PostgreSQL refuses to run as root. Undefined if this user is another one. */
const findOtherUser = (): number | undefined =>
  process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'nobody'])) : undefined;

export interface OwnServer {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Ends all of its processes at once, as a crash does. */
  readonly stop: () => Promise<void>;
  /** Ends as it should: what is to be archived is in the archive then. */
  readonly shutDown: () => Promise<void>;
  readonly isRunning: () => Promise<boolean>;
  /** Copies the running server to a folder that does not exist. */
  readonly copyTo: (folder: string) => Promise<void>;
}

interface Places {
  readonly commands: string;
  /** Empty folders; the log gets a file. */
  readonly data: string;
  readonly wal: string;
  readonly log: string;
  /** Gets each segment of the log of changes that is complete. */
  readonly archive?: string;
}

/** Small segments, so that a full disk is noticed soon. */
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
shared_buffers = 32MB
min_wal_size = 2MB
max_wal_size = 16MB
`;

/** Makes folders that the server may write to. Returns how its commands are run. */
const prepare = (commands: string, folders: readonly string[]) => {
  const uid = findOtherUser();
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    if (uid !== undefined) chownSync(folder, uid, uid);
  }
  // The folder of the caller may be one that the other user may not enter.
  const asServer = uid === undefined ? {} : { uid, gid: uid, cwd: '/' };
  return (name: string, ...args: readonly string[]) => run(path.join(commands, name), args, asServer);
};

/** Starts the server of a folder on a port of its own. */
const startCluster = async (
  command: ReturnType<typeof prepare>,
  { cluster, log, more }: { cluster: string; log: string; more: string },
): Promise<OwnServer> => {
  const control = (...args: readonly string[]) => command('pg_ctl', '-D', cluster, ...args);
  const port = await freePort();
  appendFileSync(path.join(cluster, 'postgresql.conf'), `${settings}${more}port = ${port}\n`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stopAs = async (mode: string) => void (await control('stop', '--wait', `--mode=${mode}`));
  const server: OwnServer = {
    url,
    start: async () => void (await control('start', '--wait', '--log', path.join(log, 'server.log'))),
    stop: () => stopAs('immediate'),
    shutDown: () => stopAs('fast'),
    isRunning: () =>
      control('status').then(
        () => true,
        () => false,
      ),
    copyTo: async (folder) =>
      void (await command('pg_basebackup', '--dbname', url, '--checkpoint', 'fast', '--pgdata', folder)),
  };
  await server.start();
  return server;
};

export const startOwnServer = async ({ commands, data, wal, log, archive }: Places): Promise<OwnServer> => {
  const command = prepare(commands, [data, wal, log, ...(archive === undefined ? [] : [archive])]);
  const cluster = path.join(data, 'cluster');
  await command(
    'initdb',
    '-D',
    cluster,
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--wal-segsize=1',
    `--waldir=${path.join(wal, 'segments')}`,
  );
  const more =
    archive === undefined
      ? ''
      : `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;
  return startCluster(command, { cluster, log, more });
};

/** While it restores, the server answers reads. */
const untilRestored = async ({ url }: OwnServer): Promise<void> => {
  const isRestored = async (client: Client) =>
    (await client.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done')).rows[0]!.done;
  await withClient(url, async (client) => {
    let restored = await isRestored(client);
    while (!restored) restored = await isRestored(client);
  });
};

/** Starts a copy of a server as it was at a restore point, as docs/operating.md says. */
export const startAtRestorePoint = async ({
  commands,
  copy,
  archive,
  log,
  restorePoint,
}: {
  readonly commands: string;
  readonly copy: string;
  readonly archive: string;
  readonly log: string;
  readonly restorePoint: string;
}): Promise<OwnServer> => {
  const command = prepare(commands, [log]);
  writeFileSync(path.join(copy, 'recovery.signal'), '');
  const more = `archive_mode = off
restore_command = 'cp ${archive}/%f %p'
recovery_target_name = '${restorePoint}'
recovery_target_action = 'promote'
`;
  const server = await startCluster(command, { cluster: copy, log, more });
  await untilRestored(server);
  return server;
};
