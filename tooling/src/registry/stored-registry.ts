import type { AreaEntry, AreaManifest, AreaVersion, Registry } from '@readerlens/contract/registry';

/** When a version went live, and whether it was withdrawn since. */
export interface LiveVersion {
  version: string;
  /** ISO instant. */
  at: string;
  /** Who or what switched to it. */
  by: string;
  /** It was rolled back, so it is no fallback until it is deployed again. */
  withdrawn?: true;
}

/** A registry as stored: with the history of live versions by area, oldest first. */
export interface StoredRegistry extends Registry {
  history: Record<string, LiveVersion[]>;
}

/** Who switches, and when. */
export interface Actor {
  by: string;
  at: string;
}

const historyLength = 20;

export const defaultChannel = 'production';

/** The key of a channel's registry. */
export const registryKey = (channel: string) =>
  channel === defaultChannel ? 'registry.json' : `registry.${channel}.json`;

/** An invalid registry. It is never overwritten. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
}

const isRegistry = (value: unknown): value is Registry & Partial<StoredRegistry> =>
  typeof value === 'object' && value !== null && Array.isArray((value as Registry).areas);

/** Parses a registry; undefined, before the first deploy, gives an empty one. Throws RegistryError. */
export const parseRegistry = (text: string | undefined): StoredRegistry => {
  if (text === undefined) return { areas: [], history: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RegistryError(`The registry is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isRegistry(value)) throw new RegistryError('The registry has no list of areas.');
  return { areas: value.areas, history: value.history ?? {} };
};

export const printRegistry = (registry: StoredRegistry): string => JSON.stringify(registry, null, 2);

export const entryOf = ({ areas }: Registry, id: string): AreaEntry | undefined =>
  areas.find((area) => area.id === id);

/** The fields of a version that a page needs. */
export const versionOf = (area: AreaVersion): AreaVersion => {
  const { version, container, base, entry, module, preload, consumes, integrity } = area;
  return { version, container, base, entry, module, preload, consumes, integrity };
};

/** The registry entry of a version. */
export const entryFrom = (manifest: AreaManifest, previous?: AreaVersion): AreaEntry => {
  const { id, name, routes, navigation } = manifest;
  return { id, name, routes, navigation, ...versionOf(manifest), ...(previous ? { previous } : {}) };
};

const withEntry = (registry: StoredRegistry, entry: AreaEntry, history: LiveVersion[]): StoredRegistry => ({
  areas: [...registry.areas.filter(({ id }) => id !== entry.id), entry].sort((a, b) =>
    a.id.localeCompare(b.id),
  ),
  history: { ...registry.history, [entry.id]: history.slice(-historyLength) },
});

/** The live versions of an area, oldest first; derived from its entry if the registry has no history. */
export const historyOf = (registry: StoredRegistry, id: string): LiveVersion[] => {
  const known = registry.history[id];
  const entry = entryOf(registry, id);
  if (known || !entry) return known ?? [];
  const unknown = { at: '', by: '' };
  return [...(entry.previous ? [entry.previous] : []), entry].map(({ version }) => ({ version, ...unknown }));
};

/** The last good version before `version` in the history, or of the whole history if `version` is not in it. */
const goodBefore = (history: readonly LiveVersion[], version: string): string | undefined => {
  const index = history.findIndex((live) => live.version === version);
  const before = index === -1 ? history : history.slice(0, index);
  return before.findLast(({ withdrawn }) => !withdrawn)?.version;
};

/** The registry after deploying a version; the previous live version becomes its fallback. */
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

export interface RollbackPlan {
  /** The version that becomes live. */
  target: string;
  /** The good version before it, its fallback. */
  previous: string | undefined;
  /** The history, with the version that was live marked as withdrawn. */
  history: LiveVersion[];
}

/**
 * Plans a rollback of an area to version `to`, or by default to the last good version before the live one. Undefined if
 * there is none. An explicit target is no longer withdrawn.
 */
export const planRollback = (registry: StoredRegistry, id: string, to?: string): RollbackPlan | undefined => {
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

/** The registry after rolling an area back to `manifest`, with `previous` as its fallback. */
export const withRolledBack = (
  registry: StoredRegistry,
  { history }: RollbackPlan,
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

/** The registry without an area; its live version is marked as withdrawn. */
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

/** The registry without the areas last deployed by `by` that are not in `ids`. */
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
