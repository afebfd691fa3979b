import { badRequest, conflict, notFound } from '@readerlens/api';
import type { AreaDeploys, AreaUpload } from '@readerlens/api';
import type { AreaManifest } from '@readerlens/contract/registry';
import { integrityProblems } from '../area/integrity-problems.ts';
import { inParallel } from '../in-parallel.ts';
import { computeIntegrity } from '../integrity.ts';
import {
  buildFolder,
  findManifest,
  isSameVersion,
  manifestName,
  putVerified,
  readWhole,
} from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { updateText } from '../store/update-text.ts';
import { checkPath, parseReceivedManifest } from './received-manifest.ts';

type ReceivedFile = AreaUpload['files'][number];

interface BegunUpload {
  manifest: AreaManifest;
  files: ReceivedFile[];
}

/** Where an upload keeps what it has announced, until it is complete. It is not below areas/, so not public. */
const uploadKey = (area: string, version: string) => `uploads/${area}/${version}.json`;

const concurrency = 8;

const findUpload = async (
  store: AreaStore,
  area: string,
  version: string,
): Promise<BegunUpload | undefined> => {
  const stored = await store.readText(uploadKey(area, version));
  return stored && (JSON.parse(stored.text) as BegunUpload);
};

const notBegun = (area: string, version: string) => notFound(`No upload of ${area} ${version} has begun.`);

const isCopy = (path: string, { integrity }: AreaManifest): boolean =>
  /\.(br|gz)$/.test(path) && Object.hasOwn(integrity, path.replace(/\.(br|gz)$/, ''));

/** Whether the store has a file, so that it is not sent. Throws 409 for another one of a complete version, which never changes. */
const hasFile = async (
  store: AreaStore,
  { id, version, integrity }: AreaManifest,
  { path, integrity: expected }: ReceivedFile,
  isComplete: boolean,
): Promise<boolean> => {
  const bytes = await readWhole(store, buildFolder(id, version) + path);
  if (!bytes) return false;
  if (computeIntegrity(bytes) === expected) return true;
  // Another release of the compressor writes other bytes. A damaged script is replaced, because its hash is known.
  const isReplaceable = Object.hasOwn(integrity, path) || isCopy(path, { integrity } as AreaManifest);
  if (!isComplete || isReplaceable) return false;
  throw conflict(`${id} ${version} is already uploaded with another ${path}.`);
};

const listMissing = async (
  store: AreaStore,
  { manifest, files }: BegunUpload,
  isComplete: boolean,
): Promise<string[]> => {
  const missing: string[] = [];
  await inParallel(files, concurrency, async (file) => {
    if (!(await hasFile(store, manifest, file, isComplete))) missing.push(file.path);
  });
  return missing.sort();
};

const beginUpload = async (store: AreaStore, area: string, upload: AreaUpload) => {
  const manifest = parseReceivedManifest(area, upload);
  const { version } = manifest;
  const known = await findManifest(store, area, version);
  if (known && !isSameVersion(known, manifest))
    throw conflict(`${area} ${version} is already uploaded with another description.`);
  const begun: BegunUpload = { manifest: known ?? manifest, files: [...upload.files] };
  const missing = await listMissing(store, begun, known !== undefined);
  await updateText(store, uploadKey(area, version), () => JSON.stringify(begun));
  return { version, missing };
};

const addFile = async (store: AreaStore, area: string, version: string, path: string, bytes: Buffer) => {
  checkPath(path);
  const key = buildFolder(area, version) + path;
  const begun = await findUpload(store, area, version);
  if (!begun) {
    // Another deploy of the version may have completed it meanwhile.
    if ((await readWhole(store, key))?.equals(bytes)) return;
    throw notBegun(area, version);
  }
  const file = begun.files.find((each) => each.path === path);
  if (!file) throw badRequest(`${path} is not a file of this upload.`);
  if (bytes.length !== file.size || computeIntegrity(bytes) !== file.integrity)
    throw badRequest(`${path} differs from the announced file.`);
  await putVerified(store, key, bytes);
};

const finishUpload = async (store: AreaStore, area: string, version: string) => {
  const begun = await findUpload(store, area, version);
  if (!begun) {
    if (await findManifest(store, area, version)) return;
    throw notBegun(area, version);
  }
  const { manifest } = begun;
  const folder = buildFolder(area, version);
  const missing = await listMissing(store, begun, false);
  const problems = await integrityProblems(manifest.integrity, (path) => readWhole(store, folder + path));
  const all = [...new Set([...missing.map((path) => `${path} is missing`), ...problems])];
  if (all.length > 0) throw conflict(`The upload is not complete: ${all.join('; ')}.`);
  // Last, because a version exists once its description does.
  await putVerified(store, folder + manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  // A storage may permit no removal, and the version is complete without it.
  await store.remove(uploadKey(area, version)).catch(() => undefined);
};

type Uploads = Pick<AreaDeploys, 'beginUpload' | 'addFile' | 'finishUpload'>;

/** Receives versions into a store: announced first, then file by file, complete at the end. */
export const receiveUploads = (store: AreaStore): Uploads => ({
  beginUpload: (area, upload) => beginUpload(store, area, upload),
  addFile: (area, version, path, bytes) => addFile(store, area, version, path, bytes),
  finishUpload: (area, version) => finishUpload(store, area, version),
});
