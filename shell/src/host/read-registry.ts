import { isAreaEntry, isRoute } from '@readerlens/contract/area-entry';
import { isRecord } from '@readerlens/contract/guards';
import type { AreaEntry, AreaRoute, Registry } from '@readerlens/contract/registry';

/** What can be read of an invalid entry. */
export interface InvalidArea {
  id: string | undefined;
  version: string | undefined;
  name: string;
  /** Its valid routes; none if its pages are unknown. */
  routes: AreaRoute[];
}

export interface ReadRegistry {
  registry: Registry;
  /** Areas with an invalid entry, also if they keep a known one. */
  invalid: InvalidArea[];
}

const readText = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

const invalidArea = (entry: unknown): InvalidArea => {
  const { id, version, name, routes } = isRecord(entry) ? entry : {};
  const ownId = readText(id, /^[a-z][a-z0-9-]{0,39}$/);
  return {
    id: ownId,
    version: readText(version, /^[\w.-]{1,64}$/),
    name: readText(name, /\S/) ?? ownId ?? 'An area',
    routes: Array.isArray(routes) ? routes.filter(isRoute) : [],
  };
};

/**
 * Reads a registry from a value; undefined if it is not one. An area with an invalid entry keeps its `known` entry or
 * is left out, so that it does not affect the other areas.
 */
export const readRegistry = (value: unknown, known?: Registry): ReadRegistry | undefined => {
  if (!isRecord(value) || !Array.isArray(value['areas'])) return undefined;
  const entries = value['areas'] as unknown[];
  const invalid = entries.filter((entry) => !isAreaEntry(entry)).map(invalidArea);
  if (invalid.length > 0 && invalid.length === entries.length) return undefined;
  const areas = entries.flatMap((entry): AreaEntry[] =>
    isAreaEntry(entry) ? [entry] : (known?.areas.filter(({ id }) => id === invalidArea(entry).id) ?? []),
  );
  return { registry: { areas }, invalid };
};

/** As `readRegistry`, from JSON. */
export const parseRegistry = (text: string | null | undefined): ReadRegistry | undefined => {
  try {
    return readRegistry(JSON.parse(text ?? 'null'));
  } catch {
    return undefined;
  }
};
