import { pickDescription, pickVersion } from '@readerlens/contract/registry';
import type {
  AreaEntry,
  AreaManifest,
  AreaProvenance,
  AreaVersion,
  Registry,
} from '@readerlens/contract/registry';
import { ExplainedError } from '@readerlens/api/explained-error';

/** When a version went live, and whether it was withdrawn since. */
export interface LiveVersion extends AreaProvenance {
  version: string;
  /** ISO instant. */
  at: string;
  /** Who or what switched to it. */
  by: string;
  /** It was rolled back, so it is no fallback until it is deployed again. */
  withdrawn?: true;
  /** Visits have shown that it works. Kept here because the measurements themselves are deleted. */
  proven?: true;
}

/** A registry as stored: with the history of live versions by area, oldest first. */
export interface StoredRegistry extends Registry {
  history: Record<string, LiveVersion[]>;
}

export const defaultChannel = 'production';

/** The key of a channel's registry. */
export const registryKey = (channel: string) =>
  channel === defaultChannel ? 'registry.json' : `registry.${channel}.json`;

/** The key of the copy of a channel's registry. No channel has a dot in its name, so it is not the registry of another. */
export const copyKey = (channel: string) => `${registryKey(channel)}.copy`;

/** An invalid registry. It is never overwritten. */
export class RegistryError extends ExplainedError {
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

export const findEntry = ({ areas }: Registry, id: string): AreaEntry | undefined =>
  areas.find((area) => area.id === id);

/** The registry entry of a version. */
export const entryFrom = (manifest: AreaManifest, previous?: AreaVersion): AreaEntry => ({
  ...pickDescription(manifest),
  ...pickVersion(manifest),
  ...(previous ? { previous: pickVersion(previous) } : {}),
});

/** The live versions of an area, oldest first; derived from its entry if the registry has no history. */
export const findHistory = (registry: StoredRegistry, id: string): LiveVersion[] => {
  const known = registry.history[id];
  const entry = findEntry(registry, id);
  if (known || !entry) return known ?? [];
  const unknown = { at: '', by: '' };
  return [...(entry.previous ? [entry.previous] : []), entry].map(({ version }) => ({ version, ...unknown }));
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
      ids.includes(id) || findHistory(registry, id).findLast((live) => live.version === version)?.by !== by,
  ),
});
