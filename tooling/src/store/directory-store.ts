import {
  StoreError,
  folderObjects,
  unlessMissing,
  withFolderErrors,
  writeAtomically,
} from '@readerlens/api/storage';
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AreaStore } from './area-store.ts';

/** Locks are held for milliseconds; an older one was left by a process that died. */
const staleMs = 10_000;
const lockTimeoutMs = 15_000;

const isStale = async (lock: string): Promise<boolean> => {
  const found = await unlessMissing(stat(lock));
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
};

const takeLock = async (lock: string) => {
  await mkdir(path.dirname(lock), { recursive: true });
  for (const until = Date.now() + lockTimeoutMs; Date.now() < until; await wait(5 + Math.random() * 20)) {
    try {
      await (await open(lock, 'wx')).close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(lock)) await rm(lock, { force: true });
  }
  throw new StoreError('busy', `${lock} is held by another deploy. Try again.`);
};

const locked = async <T>(lock: string, work: () => Promise<T>): Promise<T> => {
  await takeLock(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
};

/** Stores areas in a folder shared by all servers of an installation. */
export const directoryStore = (target: string): AreaStore => {
  const objects = folderObjects(target);
  const buildFilePath = (key: string) => path.resolve(target, ...key.split('/'));

  const readText = async (key: string) => {
    const text = await unlessMissing(readFile(buildFilePath(key), 'utf8'));
    return text === undefined ? undefined : { text, etag: createHash('sha256').update(text).digest('hex') };
  };

  const replaceText = (key: string, text: string, etag: string | undefined) =>
    locked(`${buildFilePath(key)}.lock`, async () => {
      if ((await readText(key))?.etag !== etag) return false;
      await writeAtomically(buildFilePath(key), text);
      return true;
    });

  return {
    target,
    freshMs: 0,
    readText: (key) => withFolderErrors(target, readText(key)),
    exists: async (key) => (await objects.size(key)) !== undefined,
    open: (key) => objects.open(key),
    put: (key, bytes) => objects.put(key, bytes),
    replaceText: (key, text, etag) => withFolderErrors(target, replaceText(key, text, etag)),
    remove: (key) => objects.delete(key),
  };
};
