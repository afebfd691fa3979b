import { statfs } from 'node:fs/promises';
import { sqlState } from './db/sql-state.ts';
import { ExplainedError } from './explained-error.ts';

const megabyte = 1024 * 1024;
/** The embedded database takes 40 MB before it has any data. */
export const startBytes = 100 * megabyte;
/** Below this, somebody should make space. */
export const warnBytes = 512 * megabyte;
/** Below this, a checkpoint of the embedded database may fail. */
export const readyBytes = 32 * megabyte;

/** Bytes left for this process on the disk of a directory; undefined if the directory does not exist. */
export type FreeBytes = (directory: string) => Promise<number | undefined>;

export const freeBytes: FreeBytes = async (directory) => {
  const disk = await statfs(directory).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
};

/** Says that the disk of a directory has less than the required bytes left; undefined if it has enough. */
export const lowDiskText = async (
  directory: string,
  required: number,
  free: FreeBytes = freeBytes,
): Promise<string | undefined> => {
  const left = await free(directory);
  if (left === undefined || left >= required) return undefined;
  const [has, needs] = [left, required].map((bytes) => Math.floor(bytes / megabyte));
  return `The disk of ${directory} has ${has} MB left; at least ${needs} MB are needed.`;
};

export class DiskFullError extends ExplainedError {
  override readonly name = 'DiskFullError';
}

/** Whether an error of the file system or of a database says that a disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return (
    error instanceof DiskFullError ||
    ['ENOSPC', 'EDQUOT', sqlState.diskFull].includes(code) ||
    // The store of files explains errors of the file system, and keeps them as the cause.
    (cause !== undefined && isDiskFull(cause))
  );
};
