import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Another process has the embedded database open; two would lose each other's writes. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError';

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by the process ${pid}. ` +
        'Stop that process, or choose another directory with DATA_DIR.',
    );
  }
}

interface Holder {
  pid: number;
  /** When the process began, in clock ticks since the machine did; tells a process from a later one of that id. */
  startedAt: string | undefined;
}

/** Directories that this process holds: its own id in a lock file means nothing after a restart in a container. */
const held = new Set<string>();

const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command, in parentheses, may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isHeld = ({ pid, startedAt }: Holder): boolean =>
  pid !== process.pid && isAlive(pid) && (startedAt === undefined || startOf(pid) === startedAt);

const read = (file: string): Holder | undefined => {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
};

/** Creates the file with its content in one step; false when there is one already. */
const create = (file: string, own: string): boolean => {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Moves a stale lock out of the way; a fresh one that somebody made meanwhile is put back. */
const removeStale = (file: string, directory: string) => {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = read(aside);
  if (holder && isHeld(holder)) {
    create(file, aside);
    rmSync(aside, { force: true });
    throw new DataDirectoryInUseError(directory, holder.pid);
  }
  rmSync(aside, { force: true });
};

/**
 * Takes the directory for this process and answers the way to give it back. A lock whose process is gone is stale
 * at once. Throws DataDirectoryInUseError.
 */
export const lockDataDirectory = (path: string): (() => void) => {
  const directory = resolve(path);
  const file = join(directory, 'lock');
  if (held.has(directory)) throw new DataDirectoryInUseError(directory, process.pid);
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder));
  try {
    while (!create(file, own)) {
      const holder = read(file);
      if (holder && isHeld(holder)) throw new DataDirectoryInUseError(directory, holder.pid);
      removeStale(file, directory);
    }
  } finally {
    rmSync(own, { force: true });
  }
  held.add(directory);
  return () => {
    if (held.delete(directory)) rmSync(file, { force: true });
  };
};
