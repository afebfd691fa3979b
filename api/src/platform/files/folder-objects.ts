import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { StoreError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The result, or undefined if the file does not exist. */
export const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Converts file system errors to StoreErrors that name the folder. Errors of a source stream pass through. */
export const withFolderErrors = async <T>(target: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const denied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    throw new StoreError(denied ? 'denied' : 'failed', `${target} cannot be used: ${message}`, {
      cause: error,
    });
  }
};

const draftSuffix = '.draft';

/** Replaces a file atomically: readers see the old or the new content, even after a power failure. */
export const writeAtomically = async (file: string, content: string | Uint8Array | Readable) => {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}${draftSuffix}`;
  try {
    await writeFile(draft, content, { flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/** Removes a file, and its drafts left by killed processes. */
const remove = async (file: string) => {
  const folder = path.dirname(file);
  const isDraft = (name: string) => name.startsWith(`${path.basename(file)}.`) && name.endsWith(draftSuffix);
  const drafts = ((await unlessMissing(readdir(folder))) ?? []).filter(isDraft);
  for (const name of [...drafts, path.basename(file)]) await rm(path.join(folder, name), { force: true });
};

const isLeftover = (name: string) => name.endsWith(draftSuffix) || name.endsWith('.lock');

/** The files below a folder, without drafts and locks. */
async function* listFiles(root: string, prefix = ''): AsyncGenerator<string> {
  const entries = (await unlessMissing(readdir(path.join(root, prefix), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, key);
    else if (entry.isFile() && !isLeftover(entry.name)) yield key;
  }
}

/** Objects as files in a folder that all servers of an installation share. */
export const folderObjects = (target: string): ObjectStore => {
  const root = path.resolve(target);
  const buildFilePath = (key: string) => path.join(root, ...key.split('/'));
  const size = async (key: string) => {
    const found = await unlessMissing(stat(buildFilePath(key)));
    return found?.isFile() ? found.size : undefined;
  };
  const open = async (key: string) => {
    const found = await size(key);
    return found === undefined ? undefined : { body: createReadStream(buildFilePath(key)), size: found };
  };
  return {
    target,
    put: (key, content) => withFolderErrors(target, writeAtomically(buildFilePath(key), content)),
    open: (key) => withFolderErrors(target, open(key)),
    size: (key) => withFolderErrors(target, size(key)),
    list: () => listFiles(root),
    delete: (key) => withFolderErrors(target, remove(buildFilePath(key))),
  };
};
