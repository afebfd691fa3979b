import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '../disk-space.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Takes what is left; again, if something was deleted since. */
  readonly fill: () => void;
  readonly free: () => void;
  readonly unmount: () => void;
}

const writeUntilFull = (file: number, bytes: number) => {
  const block = Buffer.alloc(bytes, 1);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
};

/** Mounts a disk in memory; undefined if this user may not mount. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk | undefined => {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const bytes of [1024 * 1024, 4096]) writeUntilFull(file, bytes);
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    // Also if a process that was killed still has a file open.
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
};
