import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ExplainedError } from '../explained-error.ts';

/** Another process has the embedded database open; two would lose each other's writes. */
export class DataDirectoryInUseError extends ExplainedError {
  override readonly name = 'DataDirectoryInUseError';

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. ` +
        'Stop that process, or choose another directory with DATA_DIR.',
    );
  }
}

interface Holder {
  pid: number;
  /** Start time of the process in clock ticks since boot, to detect that its id was reused. */
  startedAt: string | undefined;
}

/** Directories locked by this process. A lock file with its id may be stale: a restarted container reuses ids. */
const lockedHere = new Set<string>();

const readStartTime = (pid: number): string | undefined => {
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
  pid !== process.pid && isAlive(pid) && (startedAt === undefined || readStartTime(pid) === startedAt);

const read = (file: string): Holder | undefined => {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
};

/** Creates the lock file atomically, with the content of `source`; returns false if it already exists. */
const create = (file: string, source: string): boolean => {
  try {
    linkSync(source, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Moves a stale lock aside and deletes it; restores it if another process has replaced it in the meantime. */
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
 * Locks the directory for this process. Returns a function that unlocks it. The lock of a process that has ended is
 * stale. Throws DataDirectoryInUseError.
 */
export const lockDataDirectory = (path: string): (() => void) => {
  const directory = resolve(path);
  const file = join(directory, 'lock');
  if (lockedHere.has(directory)) throw new DataDirectoryInUseError(directory, process.pid);
  const own = `${file}.${randomUUID()}`;
  writeFileSync(
    own,
    JSON.stringify({ pid: process.pid, startedAt: readStartTime(process.pid) } satisfies Holder),
  );
  try {
    while (!create(file, own)) {
      const holder = read(file);
      if (holder && isHeld(holder)) throw new DataDirectoryInUseError(directory, holder.pid);
      removeStale(file, directory);
    }
  } finally {
    rmSync(own, { force: true });
  }
  lockedHere.add(directory);
  return () => {
    if (lockedHere.delete(directory)) rmSync(file, { force: true });
  };
};
