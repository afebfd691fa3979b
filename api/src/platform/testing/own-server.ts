// A PostgreSQL server of a test, which the test may stop, and whose disks it may fill.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

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
  readonly isRunning: () => Promise<boolean>;
}

interface Places {
  readonly commands: string;
  /** Empty folders; the log gets a file. */
  readonly data: string;
  readonly wal: string;
  readonly log: string;
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

export const startOwnServer = async ({ commands, data, wal, log }: Places): Promise<OwnServer> => {
  const uid = findOtherUser();
  for (const folder of [data, wal, log]) {
    mkdirSync(folder, { recursive: true });
    if (uid !== undefined) chownSync(folder, uid, uid);
  }
  // The folder of the caller may be one that the other user may not enter.
  const asServer = uid === undefined ? {} : { uid, gid: uid, cwd: '/' };
  const cluster = path.join(data, 'cluster');
  const command = (name: string, ...args: readonly string[]) =>
    run(path.join(commands, name), ['-D', cluster, ...args], asServer);
  const control = (...args: readonly string[]) => command('pg_ctl', ...args);
  await command(
    'initdb',
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--wal-segsize=1',
    `--waldir=${path.join(wal, 'segments')}`,
  );
  const port = await freePort();
  appendFileSync(path.join(cluster, 'postgresql.conf'), `${settings}port = ${port}\n`);
  const server: OwnServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: async () => void (await control('start', '--wait', '--log', path.join(log, 'server.log'))),
    stop: async () => void (await control('stop', '--wait', '--mode=immediate')),
    isRunning: () =>
      control('status').then(
        () => true,
        () => false,
      ),
  };
  await server.start();
  return server;
};
