import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AreaManifest } from '@readerlens/contract/registry';
import type { AreaBuild } from '../deploy/area-build.ts';
import { damageIn } from '../deploy/damage.ts';
import { DeployError } from '../deploy/deploy-error.ts';
import { inParallel } from '../in-parallel.ts';
import type { AreaStore } from '../store/area-store.ts';

/** Folder of a version in a store, ending in '/'. */
export const folderOf = (id: string, version: string) => `areas/${id}/${version}/`;

const manifestName = 'area.json';

/** Whether a version was uploaded, whole. */
export const hasVersion = (store: AreaStore, id: string, version: string): Promise<boolean> =>
  store.exists(folderOf(id, version) + manifestName);

const atOnce = 8;

const readWhole = async (store: AreaStore, key: string): Promise<Buffer | undefined> => {
  const file = await store.open(key);
  return file && Buffer.concat(await file.body.toArray());
};

const isStored = async (store: AreaStore, key: string, content: Buffer): Promise<boolean> =>
  (await readWhole(store, key))?.equals(content) ?? false;

/** Writes a file unless the store has exactly that, and reads it back. Answers the bytes written. */
const bring = async (store: AreaStore, key: string, content: Buffer): Promise<number> => {
  if (await isStored(store, key, content)) return 0;
  await store.put(key, content);
  if (await isStored(store, key, content)) return content.length;
  throw new DeployError(
    'upload-differs',
    `${key} in ${store.target} is not what was uploaded. Deploy again.`,
  );
};

export interface Upload {
  /** Files written; 0 when the version was there already, whole. */
  files: number;
  bytes: number;
}

/**
 * Uploads a build to its own folder, reads every file back, and writes area.json last: a version is there when its
 * area.json is, never to change. Of one that is there already, only files that are missing or damaged are written.
 */
export const uploadVersion = async (
  store: AreaStore,
  { manifest, dist, files }: AreaBuild,
): Promise<Upload> => {
  const folder = folderOf(manifest.id, manifest.version);
  const upload: Upload = { files: 0, bytes: 0 };
  const add = async (file: string, content: Buffer) => {
    const bytes = await bring(store, folder + file, content);
    if (bytes > 0) upload.files += 1;
    upload.bytes += bytes;
  };
  await inParallel(files, atOnce, async (file) => add(file, await readFile(path.join(dist, file))));
  await add(manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  return upload;
};

/** What a browser would not take of the files of an uploaded version, in words. */
export const storedDamage = (store: AreaStore, { id, version, integrity }: AreaManifest): Promise<string[]> =>
  damageIn(integrity, (file) => readWhole(store, folderOf(id, version) + file));

const isManifestOf = (value: unknown, id: string, version: string): value is AreaManifest => {
  if (typeof value !== 'object' || value === null) return false;
  const { id: own, version: given, integrity, calls, requires } = value as Partial<AreaManifest>;
  return own === id && given === version && [integrity, calls, requires].every((part) => part !== undefined);
};

/** The description of a version, out of `source`. Throws DeployError `unknown-version` when it is of anything else. */
export const parseManifest = (text: string, id: string, version: string, source: string): AreaManifest => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isManifestOf(value, id, version)) return value;
  throw new DeployError('unknown-version', `The area.json in ${source} does not describe ${id} ${version}.`);
};

/** What an uploaded version says of itself. Throws DeployError `unknown-version`. */
export const readManifest = async (store: AreaStore, id: string, version: string): Promise<AreaManifest> => {
  const stored = await store.readText(folderOf(id, version) + manifestName);
  if (!stored)
    throw new DeployError('unknown-version', `${store.target} has no version ${version} of ${id}.`);
  return parseManifest(stored.text, id, version, `${store.target}/${folderOf(id, version)}`);
};
