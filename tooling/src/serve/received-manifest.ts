import { AppError, badRequest } from '@readerlens/api';
import type { AreaUpload } from '@readerlens/api';
import { uploadLimits } from '@readerlens/contract/area-deploys';
import { isDescribedArea } from '@readerlens/contract/area-entry';
import { isRecord } from '@readerlens/contract/guards';
import { pickDescription, pickVersion } from '@readerlens/contract/registry';
import type { AreaManifest } from '@readerlens/contract/registry';
import { AreaDescriptionError, parseAreaDescription } from '../area/area-description.ts';
import { buildFolder, manifestName } from '../registry/versions.ts';
import { isPlainSegment } from '../store/plain-segment.ts';
import { isAreaContainer } from '../webpack/container-name.ts';

const invalid = (field: string, rule: string) =>
  badRequest(`${field} ${rule}.`, 'invalid_input', [{ path: field, message: rule }]);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('manifest', 'is not valid JSON');
  }
};

/** Names that no file of a version has: the description is written by the server, and the list is of the build only. */
const ownNames = new Set([manifestName, 'files.json']);

/** Throws 400 for a path that leaves its folder or is hidden. */
export const checkPath = (path: string): void => {
  if (!path.split('/').every(isPlainSegment))
    throw invalid('path', `must be a path of plain names, not ${path}`);
  if (ownNames.has(path)) throw invalid('path', `must not be ${path}`);
};

const isTextRecord = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((each) => typeof each === 'string');

const isNames = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values(value).every((each) => Array.isArray(each) && each.every((name) => typeof name === 'string'));

/** What a build always writes as it is, so another value is a mistake or an attempt to load something else. */
const checkFixed = (area: string, manifest: AreaManifest): void => {
  const { id, version, container, base, module, requires, takes, calls } = manifest;
  if (id !== area) throw invalid('manifest.id', `is ${id}, but the upload is of ${area}`);
  if (!isPlainSegment(version) || version.length > 64) throw invalid('manifest.version', 'is not valid');
  if (!isAreaContainer(id, container) || !/^\w{1,100}$/.test(container))
    throw invalid('manifest.container', 'is not that of the area');
  const folder = `/${buildFolder(id, version)}`;
  if (base !== folder) throw invalid('manifest.base', `must be ${folder}`);
  if (module !== './area') throw invalid('manifest.module', 'must be ./area');
  if (!isTextRecord(requires))
    throw invalid('manifest.requires', 'must have a version range for each package');
  if (takes !== undefined && !isNames(takes))
    throw invalid('manifest.takes', 'must have names for each package');
  if (!isRecord(calls) || !Object.values(calls).every(isRecord))
    throw invalid('manifest.calls', 'must have a shape for each call');
};

const checkLengths = ({ commit = '', builtAt = '' }: AreaManifest): void => {
  if (commit.length > 100) throw invalid('manifest.commit', 'has more than 100 characters');
  if (builtAt !== '' && !/^[\dT:.Z-]{20,30}$/.test(builtAt))
    throw invalid('manifest.builtAt', 'must be an ISO instant');
};

/** Every file that the page loads with an integrity is one of the upload, with the same integrity. */
const checkFiles = ({ entry, preload, integrity }: AreaManifest, files: AreaUpload['files']): void => {
  const announced = new Map(files.map((file) => [file.path, file]));
  for (const name of [entry, ...preload])
    if (!Object.hasOwn(integrity, name)) throw invalid('manifest.integrity', `has no hash of ${name}`);
  for (const [name, hash] of Object.entries(integrity))
    if (announced.get(name)?.integrity !== hash)
      throw invalid('files', `has no ${name} with the integrity of the manifest`);
};

const checkLimits = (files: AreaUpload['files']): void => {
  for (const { path } of files) checkPath(path);
  if (new Set(files.map(({ path }) => path)).size < files.length) throw invalid('files', 'has a path twice');
  const large = files.find(({ size }) => size > uploadLimits.fileBytes);
  if (large)
    throw new AppError(
      413,
      'payload_too_large',
      `${large.path} has more than ${uploadLimits.fileBytes / 1e6} MB.`,
    );
  if (files.reduce((sum, { size }) => sum + size, 0) > uploadLimits.bytes)
    throw new AppError(413, 'payload_too_large', `The version has more than ${uploadLimits.bytes / 1e6} MB.`);
};

/**
 * The manifest of an upload of an area, with known fields only. Throws AppError 400 for one that no build would have, and 413
 * for too many bytes.
 */
export const parseReceivedManifest = (area: string, { manifest: text, files }: AreaUpload): AreaManifest => {
  checkLimits(files);
  const value = parseJson(text);
  if (!isDescribedArea(value)) throw invalid('manifest', 'is not an area.json of a build');
  const manifest = value as AreaManifest;
  checkFixed(area, manifest);
  checkLengths(manifest);
  checkFiles(manifest, files);
  try {
    const description = parseAreaDescription(manifestName, JSON.stringify(pickDescription(manifest)));
    const { requires, takes, calls } = manifest;
    return { ...description, ...pickVersion(manifest), requires, ...(takes ? { takes } : {}), calls };
  } catch (error) {
    if (error instanceof AreaDescriptionError) throw badRequest(error.message, 'invalid_input');
    throw error;
  }
};
