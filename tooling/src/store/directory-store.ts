import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from './area-store.ts';
import type { AreaStore } from './area-store.ts';

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const orNothing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Names the folder in what Node says of it. */
const explained = async <T>(target: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const denied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    throw new StoreError(denied ? 'denied' : 'failed', `${target} cannot be used: ${message}`, {
      cause: error,
    });
  }
};

const etagOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Replaces a file in one step: a reader sees the old one or the new one. */
const writeWhole = async (file: string, content: string | Uint8Array) => {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.draft`;
  await writeFile(draft, content);
  await rename(draft, file);
};

/** A lock is held for milliseconds; one this old was left behind by a process that died. */
const staleMs = 10_000;
const patienceMs = 15_000;

const isStale = async (lock: string): Promise<boolean> => {
  const found = await orNothing(stat(lock));
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
};

const takeLock = async (lock: string) => {
  await mkdir(path.dirname(lock), { recursive: true });
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(5 + Math.random() * 20)) {
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

/** Areas in a folder of a disk that all servers of an installation see. */
export const directoryStore = (target: string): AreaStore => {
  const root = path.resolve(target);
  const fileOf = (key: string) => path.join(root, ...key.split('/'));

  const readText = async (key: string) => {
    const text = await orNothing(readFile(fileOf(key), 'utf8'));
    return text === undefined ? undefined : { text, etag: etagOf(text) };
  };

  const openFile = async (key: string) => {
    const found = await orNothing(stat(fileOf(key)));
    return found?.isFile() ? { body: createReadStream(fileOf(key)), size: found.size } : undefined;
  };

  const replaceText = (key: string, text: string, etag: string | undefined) =>
    locked(`${fileOf(key)}.lock`, async () => {
      if ((await readText(key))?.etag !== etag) return false;
      await writeWhole(fileOf(key), text);
      return true;
    });

  return {
    target,
    freshMs: 0,
    readText: (key) => explained(target, readText(key)),
    exists: async (key) => (await explained(target, orNothing(stat(fileOf(key)))))?.isFile() ?? false,
    open: (key) => explained(target, openFile(key)),
    put: (key, bytes) => explained(target, writeWhole(fileOf(key), bytes)),
    replaceText: (key, text, etag) => explained(target, replaceText(key, text, etag)),
  };
};
