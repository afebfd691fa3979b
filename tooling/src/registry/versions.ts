import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AreaManifest } from '@readerlens/contract/registry';
import type { AreaBuild } from '../deploy/area-build.ts';
import { DeployError } from '../deploy/deploy-error.ts';
import { inParallel } from '../in-parallel.ts';
import { integrityOf } from '../integrity.ts';
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

const assertArrived = async (store: AreaStore, key: string, sent: Buffer) => {
  const stored = await readWhole(store, key);
  if (stored && integrityOf(stored) === integrityOf(sent)) return;
  throw new DeployError(
    'upload-differs',
    `${key} in ${store.target} is not what was uploaded. Deploy again.`,
  );
};

export interface Upload {
  /** Files written; 0 when the version was there already. */
  files: number;
  bytes: number;
}

/**
 * Uploads a build to its own folder, reads every file back, and writes area.json last: a version is there when its
 * area.json is, whole and never to change.
 */
export const uploadVersion = async (
  store: AreaStore,
  { manifest, dist, files }: AreaBuild,
): Promise<Upload> => {
  const folder = folderOf(manifest.id, manifest.version);
  if (await hasVersion(store, manifest.id, manifest.version)) return { files: 0, bytes: 0 };
  let bytes = 0;
  await inParallel(files, atOnce, async (file) => {
    const content = await readFile(path.join(dist, file));
    await store.put(folder + file, content);
    await assertArrived(store, folder + file, content);
    bytes += content.length;
  });
  const description = Buffer.from(JSON.stringify(manifest, null, 2));
  await store.put(folder + manifestName, description);
  await assertArrived(store, folder + manifestName, description);
  return { files: files.length + 1, bytes: bytes + description.length };
};

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
