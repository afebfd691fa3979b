import { getInstance } from '@module-federation/enhanced/runtime';

/** A version of a package that shell and areas share. */
export interface SharedPackage {
  name: string;
  version: string;
  /** Who provides it: the shell, or an area that found no version that fits. */
  from: string;
  /** Who takes it. */
  takenBy: string[];
}

/** The shared packages that the page has loaded, by name. */
export const listSharedPackages = (): SharedPackage[] =>
  Object.values(getInstance()?.shareScopeMap ?? {})
    .flatMap((scope) => Object.entries(scope))
    .flatMap(([name, versions]) =>
      Object.entries(versions)
        .filter(([, { loaded, lib }]) => loaded === true || lib !== undefined)
        .map(([version, { from, useIn }]) => ({ name, version, from, takenBy: [...useIn] })),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
