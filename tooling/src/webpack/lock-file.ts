import path from 'node:path';

/** Versions by name; that of a package of the checkout is `link:` and its folder. */
type References = Readonly<Record<string, string>>;

interface Importer {
  readonly dependencies?: Readonly<Record<string, { readonly version: string }>>;
}

interface Snapshot {
  readonly dependencies?: References;
  readonly optionalDependencies?: References;
}

/** What is read of a pnpm-lock.yaml of version 9, https://github.com/pnpm/spec/blob/master/lockfile/9.0.md. */
export interface LockFile {
  /** By folder, relative to the checkout. */
  readonly importers: Readonly<Record<string, Importer>>;
  /** By name and version. */
  readonly packages: Readonly<Record<string, { readonly resolution: unknown }>>;
  /** By name, version and the versions of their peers. */
  readonly snapshots: Readonly<Record<string, Snapshot>>;
}

/** The folders of an importer's dependencies in the checkout, and the keys of the others. */
const splitReferences = ({ snapshots }: LockFile, folder: string, references: References) => {
  const entries = Object.entries(references);
  const isLink = (version: string) => version.startsWith('link:');
  return {
    folders: entries
      .filter(([, version]) => isLink(version))
      .map(([, version]) => path.posix.join(folder, version.slice('link:'.length))),
    // A package that is installed under another name has its own name in the version.
    keys: entries
      .filter(([, version]) => !isLink(version))
      .map(([name, version]) => (`${name}@${version}` in snapshots ? `${name}@${version}` : version)),
  };
};

const readVersions = ({ dependencies = {} }: Importer): References =>
  Object.fromEntries(Object.entries(dependencies).map(([name, { version }]) => [name, version]));

interface Wanted {
  /** Folders whose dependencies are installed in their bundle; development dependencies are not. */
  readonly folders: readonly string[];
  /** Dependencies of a folder that build the bundle. */
  readonly tools: { readonly folder: string; readonly names: readonly string[] };
}

/**
 * All packages that a bundle may contain or is built with, directly or through others: one line each, with its version,
 * its peers and where its files come from. Nothing else in a lock file changes the lines.
 */
export const listLockedPackages = (lock: LockFile, { folders, tools }: Wanted): string[] => {
  const seenFolders = new Set(folders);
  const toolVersions = readVersions(lock.importers[tools.folder] ?? {});
  const used = Object.entries(toolVersions).filter(([name]) => tools.names.includes(name));
  const keys = new Set(splitReferences(lock, tools.folder, Object.fromEntries(used)).keys);
  // A set visits what is added while it is read.
  for (const folder of seenFolders) {
    const found = splitReferences(lock, folder, readVersions(lock.importers[folder] ?? {}));
    for (const other of found.folders) seenFolders.add(other);
    for (const key of found.keys) keys.add(key);
  }
  for (const key of keys) {
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
    for (const other of splitReferences(lock, '.', { ...dependencies, ...optionalDependencies }).keys)
      keys.add(other);
  }
  return [...keys]
    .sort()
    .map((key) => `${key} ${JSON.stringify(lock.packages[key.replace(/\(.*/, '')]?.resolution)}`);
};
