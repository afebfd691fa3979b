import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import { isAreaEntry, isRecord } from './area-shape.ts';

export interface ReadRegistry {
  registry: Registry;
  /** Ids of the areas whose entries could not be understood. */
  lost: string[];
}

const idOf = (entry: unknown): string =>
  isRecord(entry) && typeof entry['id'] === 'string' ? entry['id'] : 'an area without id';

/**
 * The registry that a value holds, undefined when it holds none. An area whose entry cannot be understood stays as it
 * was `known`, else is left out: it must not take the others with it.
 */
export const readRegistry = (value: unknown, known?: Registry): ReadRegistry | undefined => {
  if (!isRecord(value) || !Array.isArray(value['areas'])) return undefined;
  const entries = value['areas'] as unknown[];
  const lost = entries.filter((entry) => !isAreaEntry(entry)).map(idOf);
  if (lost.length > 0 && lost.length === entries.length) return undefined;
  const areas = entries.flatMap((entry): AreaEntry[] =>
    isAreaEntry(entry) ? [entry] : (known?.areas.filter(({ id }) => id === idOf(entry)) ?? []),
  );
  return { registry: { areas }, lost };
};

/** As `readRegistry`, from JSON. */
export const parseRegistry = (text: string | null | undefined): ReadRegistry | undefined => {
  try {
    return readRegistry(JSON.parse(text ?? 'null'));
  } catch {
    return undefined;
  }
};
