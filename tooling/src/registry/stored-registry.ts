import type { AreaEntry, AreaManifest, AreaVersion, Registry } from '@readerlens/contract/registry';

/** When a version went live, and whether somebody took it back since. */
export interface LiveVersion {
  version: string;
  /** ISO instant. */
  at: string;
  /** Who or what switched to it. */
  by: string;
  /** It was rolled back from: never again a version to fall back to, unless somebody deploys it anew. */
  withdrawn?: true;
}

/** A registry as the store keeps it: with the versions that were live, by area, oldest first. */
export interface StoredRegistry extends Registry {
  history: Record<string, LiveVersion[]>;
}

/** Who switches, and when. */
export interface Actor {
  by: string;
  at: string;
}

const kept = 20;

export const defaultChannel = 'production';

/** The key of a channel's registry. */
export const registryKey = (channel: string) =>
  channel === defaultChannel ? 'registry.json' : `registry.${channel}.json`;

/** A registry that cannot be understood. Nothing is written over it. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
}

const isRegistry = (value: unknown): value is Registry & Partial<StoredRegistry> =>
  typeof value === 'object' && value !== null && Array.isArray((value as Registry).areas);

/** The registry that a text holds; an empty one before the first deploy. Throws RegistryError. */
export const parseRegistry = (text: string | undefined): StoredRegistry => {
  if (text === undefined) return { areas: [], history: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RegistryError(`The registry is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isRegistry(value)) throw new RegistryError('The registry is not in its proper form.');
  return { areas: value.areas, history: value.history ?? {} };
};

export const printRegistry = (registry: StoredRegistry): string => JSON.stringify(registry, null, 2);

export const entryOf = ({ areas }: Registry, id: string): AreaEntry | undefined =>
  areas.find((area) => area.id === id);

/** What a page needs of a version, of whatever else is known about it. */
export const versionOf = (known: AreaVersion): AreaVersion => {
  const { version, container, base, entry, module, preload, consumes, integrity } = known;
  return { version, container, base, entry, module, preload, consumes, integrity };
};

/** A version as an entry of a registry. */
export const entryFrom = (manifest: AreaManifest, previous?: AreaVersion): AreaEntry => {
  const { id, name, routes, navigation } = manifest;
  return { id, name, routes, navigation, ...versionOf(manifest), ...(previous ? { previous } : {}) };
};

const withEntry = (registry: StoredRegistry, entry: AreaEntry, history: LiveVersion[]): StoredRegistry => ({
  areas: [...registry.areas.filter(({ id }) => id !== entry.id), entry].sort((a, b) =>
    a.id.localeCompare(b.id),
  ),
  history: { ...registry.history, [entry.id]: history.slice(-kept) },
});

/** The versions that were live, oldest first; those of a registry without a history as far as it tells. */
export const historyOf = (registry: StoredRegistry, id: string): LiveVersion[] => {
  const known = registry.history[id];
  const entry = entryOf(registry, id);
  if (known || !entry) return known ?? [];
  const unknown = { at: '', by: '' };
  return [...(entry.previous ? [entry.previous] : []), entry].map(({ version }) => ({ version, ...unknown }));
};

/** The last version that was live before `version` and was not taken back; of all, for one that never was live. */
const goodBefore = (history: readonly LiveVersion[], version: string): string | undefined => {
  const index = history.findIndex((live) => live.version === version);
  const before = index === -1 ? history : history.slice(0, index);
  return before.findLast(({ withdrawn }) => !withdrawn)?.version;
};

/** The registry with a version deployed: what was live before is what it falls back to. */
export const withDeployed = (
  registry: StoredRegistry,
  manifest: AreaManifest,
  actor: Actor,
): StoredRegistry => {
  const known = entryOf(registry, manifest.id);
  const isLive = known?.version === manifest.version;
  const previous = isLive ? known.previous : known && versionOf(known);
  const history = historyOf(registry, manifest.id);
  const live = { version: manifest.version, ...actor };
  return withEntry(
    registry,
    entryFrom(manifest, previous),
    isLive ? history : [...history.filter(({ version }) => version !== live.version), live],
  );
};

export interface RollBack {
  /** The version that becomes live. */
  target: string;
  /** The good version before it, which it falls back to. */
  previous: string | undefined;
  /** The versions that were live, with the one that is left marked as taken back. */
  history: LiveVersion[];
}

/**
 * What a roll-back of an area means: to `to`, else to the last good version before the live one. Undefined when there
 * is none. A version that is named is good again, whatever it was before.
 */
export const rollBackOf = (registry: StoredRegistry, id: string, to?: string): RollBack | undefined => {
  const live = entryOf(registry, id)?.version;
  const known = historyOf(registry, id);
  const target = to ?? (live && goodBefore(known, live));
  if (!live || !target) return undefined;
  const history = known.map(({ withdrawn, ...version }): LiveVersion => {
    const isBad = version.version === live || (withdrawn && version.version !== target);
    return isBad ? { ...version, withdrawn: true } : version;
  });
  return { target, previous: goodBefore(history, target), history };
};

/** The registry with an area rolled back to `manifest`, which falls back to `previous`. */
export const withRolledBack = (
  registry: StoredRegistry,
  { history }: RollBack,
  manifest: AreaManifest,
  previous: AreaVersion | undefined,
  actor: Actor,
): StoredRegistry => {
  const isKnown = history.some(({ version }) => version === manifest.version);
  return withEntry(
    registry,
    entryFrom(manifest, previous && versionOf(previous)),
    isKnown ? history : [...history, { version: manifest.version, ...actor }],
  );
};

/** The registry without an area; its live version is marked as taken back. */
export const withoutArea = (registry: StoredRegistry, id: string): StoredRegistry => {
  const live = entryOf(registry, id)?.version;
  const history = historyOf(registry, id).map((known): LiveVersion =>
    known.version === live ? { ...known, withdrawn: true } : known,
  );
  return {
    areas: registry.areas.filter((area) => area.id !== id),
    history: { ...registry.history, [id]: history },
  };
};

/** The registry without the areas that `by` deployed last and that are not among `ids`. */
export const withoutStale = (
  registry: StoredRegistry,
  by: string,
  ids: readonly string[],
): StoredRegistry => ({
  ...registry,
  areas: registry.areas.filter(
    ({ id, version }) =>
      ids.includes(id) || historyOf(registry, id).findLast((live) => live.version === version)?.by !== by,
  ),
});
