import { isDescribedArea } from '@readerlens/contract/area-entry';
import { pickDescription, pickVersion } from '@readerlens/contract/registry';
import type { AreaEntry } from '@readerlens/contract/registry';

/** Why a preview cannot be shown, as a message for the user. */
export class PreviewProblem extends Error {
  override readonly name = 'PreviewProblem';
}

/** The content of a preview link, as verified by the server. */
export interface SignedPreview {
  area: string;
  version: string;
  /** Address of the manifest of the version. */
  manifest: string;
  integrity: string;
}

/** Whether a file is inside the version's folder and has a listed integrity. */
const isListedFile =
  ({ integrity }: Pick<AreaEntry, 'integrity'>, base: string) =>
  (file: string) =>
    URL.canParse(file, base) && new URL(file, base).href === base + file && Object.hasOwn(integrity, file);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The registry entry for a staged version, from its manifest. Its files are expected beside the manifest, whatever
 * `base` it states, and there is no version to fall back to: a preview that fails must show the failure. Throws
 * PreviewProblem.
 */
export const stagedEntry = (text: string, signed: SignedPreview): AreaEntry => {
  const manifest = parsed(text);
  if (!isDescribedArea(manifest)) throw new PreviewProblem('Its manifest is invalid.');
  const { id, version, entry, preload, widgetFiles } = manifest;
  if (id !== signed.area || version !== signed.version)
    throw new PreviewProblem('Its manifest is for a different version.');
  const base = new URL('.', signed.manifest).href;
  const widgets = Object.values(widgetFiles ?? {}).flat();
  if (![entry, ...preload, ...widgets].every(isListedFile(manifest, base)))
    throw new PreviewProblem('Its manifest does not list all of its files.');
  return { ...pickDescription(manifest), ...pickVersion({ ...manifest, base }) };
};
