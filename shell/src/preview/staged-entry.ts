import type { AreaEntry } from '@readerlens/contract/registry';
import { isDescribedArea } from '../host/index.ts';

/** Why a preview cannot be shown, as a message for the person who followed the link. */
export class PreviewProblem extends Error {
  override readonly name = 'PreviewProblem';
}

/** The server's description of a preview link. */
export interface Signed {
  area: string;
  version: string;
  /** Address of the description of the version. */
  manifest: string;
  integrity: string;
}

/** A file that leads out of the version's folder, or that nothing vouches for, is not of this version. */
const isVouchedFor =
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
 * The registry's entry for a staged version, from its description. Files are looked for beside the description, whatever
 * it says itself, and there is no version to fall back to: a preview that fails has to show it. Throws PreviewProblem.
 */
export const stagedEntry = (text: string, signed: Signed): AreaEntry => {
  const manifest = parsed(text);
  if (!isDescribedArea(manifest)) throw new PreviewProblem('Its description is not in its proper form.');
  const { id, name, version, container, entry, module, preload, consumes, integrity } = manifest;
  if (id !== signed.area || version !== signed.version)
    throw new PreviewProblem('Its description is of another version.');
  const base = new URL('.', signed.manifest).href;
  if (![entry, ...preload].every(isVouchedFor(manifest, base)))
    throw new PreviewProblem('Its description does not list all of its files.');
  const { routes, navigation } = manifest;
  return {
    id,
    name,
    routes,
    navigation,
    version,
    container,
    base,
    entry,
    module,
    preload,
    consumes,
    integrity,
  };
};
