import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AreaManifest } from '@readerlens/contract/registry';
import type { AreaBuild } from '../area/area-build.ts';
import { integrityProblems } from '../area/integrity-problems.ts';
import { DeployError } from '../area/deploy-error.ts';
import { inParallel } from '../in-parallel.ts';
import type { AreaStore } from '../store/area-store.ts';

/** Folder of a version in a store, ending in '/'. */
export const buildFolder = (id: string, version: string) => `areas/${id}/${version}/`;

/** The description of a version among its files. */
export const manifestName = 'area.json';

/** Whether a version was uploaded completely. */
export const hasVersion = (store: AreaStore, id: string, version: string): Promise<boolean> =>
  store.exists(buildFolder(id, version) + manifestName);

const concurrency = 8;

/** The bytes of a file; undefined if it is missing. */
export const readWhole = async (store: AreaStore, key: string): Promise<Buffer | undefined> => {
  const file = await store.open(key);
  return file && Buffer.concat(await file.body.toArray());
};

const isStored = async (store: AreaStore, key: string, content: Buffer): Promise<boolean> =>
  (await readWhole(store, key))?.equals(content) ?? false;

/** Writes a file unless the store has the same content, and verifies it. Returns the number of bytes written. */
export const putVerified = async (store: AreaStore, key: string, content: Buffer): Promise<number> => {
  if (await isStored(store, key, content)) return 0;
  await store.put(key, content);
  if (await isStored(store, key, content)) return content.length;
  throw new DeployError(
    'upload-differs',
    `${key} in ${store.target} differs from the uploaded file. Deploy again.`,
  );
};

export interface Upload {
  /** Files written; 0 if the version was already complete. */
  files: number;
  bytes: number;
  /** As stored. */
  manifest: AreaManifest;
}

/** What is the same whenever a version is built: as stored, without when and from what. */
const pickFixed = (manifest: AreaManifest): unknown => {
  const { commit: _commit, builtAt: _builtAt, ...fixed } = manifest;
  return JSON.parse(JSON.stringify(fixed));
};

/** Whether two manifests are of the same version, which may be built at different times. */
export const isSameVersion = (one: AreaManifest, other: AreaManifest): boolean =>
  isDeepStrictEqual(pickFixed(one), pickFixed(other));

/** The manifest of the version in the store if there is a good one, because it never changes. Its commit is the first one. */
const chooseManifest = async (store: AreaStore, manifest: AreaManifest): Promise<AreaManifest> => {
  const known = await findManifest(store, manifest.id, manifest.version).catch((error: unknown) => {
    if (error instanceof DeployError) return undefined;
    throw error;
  });
  return known && isSameVersion(known, manifest) ? known : manifest;
};

/**
 * Uploads a build to its own folder and verifies every file. area.json is written last: a version exists once its
 * area.json does, and never changes. For an existing version, only missing and damaged files are written.
 */
export const uploadVersion = async (
  store: AreaStore,
  { manifest: built, dist, files }: AreaBuild,
): Promise<Upload> => {
  const manifest = await chooseManifest(store, built);
  const folder = buildFolder(manifest.id, manifest.version);
  const upload: Upload = { files: 0, bytes: 0, manifest };
  const add = async (file: string, content: Buffer) => {
    const bytes = await putVerified(store, folder + file, content);
    if (bytes > 0) upload.files += 1;
    upload.bytes += bytes;
  };
  await inParallel(files, concurrency, async (file) => add(file, await readFile(path.join(dist, file))));
  await add(manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  return upload;
};

/** Describes the files of an uploaded version that browsers would reject. */
export const storedVersionProblems = (
  store: AreaStore,
  { id, version, integrity }: AreaManifest,
): Promise<string[]> =>
  integrityProblems(integrity, (file) => readWhole(store, buildFolder(id, version) + file));

const isVersionManifest = (value: unknown, id: string, version: string): value is AreaManifest => {
  if (typeof value !== 'object' || value === null) return false;
  const { id: own, version: given, integrity, calls, requires } = value as Partial<AreaManifest>;
  return own === id && given === version && [integrity, calls, requires].every((part) => part !== undefined);
};

/** Parses the manifest of a version from `source`. Throws DeployError `unknown-version` if it is another one. */
export const parseManifest = (text: string, id: string, version: string, source: string): AreaManifest => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isVersionManifest(value, id, version)) return value;
  throw new DeployError('unknown-version', `The area.json in ${source} does not describe ${id} ${version}.`);
};

/** Reads the manifest of a version; undefined if it is not uploaded. Throws DeployError `unknown-version` if it is damaged. */
export const findManifest = async (
  store: AreaStore,
  id: string,
  version: string,
): Promise<AreaManifest | undefined> => {
  const folder = buildFolder(id, version);
  const stored = await store.readText(folder + manifestName);
  return stored && parseManifest(stored.text, id, version, `${store.target}/${folder}`);
};

/** Reads the manifest of an uploaded version. Throws DeployError `unknown-version`. */
export const readManifest = async (store: AreaStore, id: string, version: string): Promise<AreaManifest> => {
  const manifest = await findManifest(store, id, version);
  if (manifest) return manifest;
  throw new DeployError('unknown-version', `${store.target} has no version ${version} of ${id}.`);
};
