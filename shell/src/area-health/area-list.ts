import type { AreaHealth } from '@readerlens/contract';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import type { AreaState } from '../host/index.ts';

export type VersionHealth = AreaHealth;

/** What a version is to the registry of this page. */
export type Standing = 'live' | 'preview' | 'previous' | 'other';

export interface ListedVersion extends VersionHealth {
  standing: Standing;
}

export interface ListedArea {
  id: string;
  name: string;
  /** The version that the registry of this page has; none for an area that is no longer deployed. */
  version: string | undefined;
  standing: Standing;
  previous: string | undefined;
  /** Undefined where the page never asked for it. */
  state: AreaState | undefined;
  /** Those that pages reported, the newest first. */
  versions: ListedVersion[];
}

export interface Known {
  registry: Registry | undefined;
  health: readonly VersionHealth[];
  states: Readonly<Record<string, AreaState>>;
  /** Area and version that this tab previews. */
  preview: { area: string; version: string } | undefined;
}

const currentStanding = ({ id, version }: AreaEntry, preview: Known['preview']): Standing =>
  preview?.area === id && preview.version === version ? 'preview' : 'live';

const deployed = (entry: AreaEntry, { health, states, preview }: Known): ListedArea => {
  const standing = currentStanding(entry, preview);
  const standingOf = (version: string): Standing => {
    if (version === entry.version) return standing;
    return version === entry.previous?.version ? 'previous' : 'other';
  };
  return {
    id: entry.id,
    name: entry.name,
    version: entry.version,
    standing,
    previous: entry.previous?.version,
    state: states[entry.id],
    versions: health
      .filter(({ area }) => area === entry.id)
      .map((row) => ({ ...row, standing: standingOf(row.version) })),
  };
};

const gone = (id: string, { health, states }: Known): ListedArea => ({
  id,
  name: id,
  version: undefined,
  standing: 'other',
  previous: undefined,
  state: states[id],
  versions: health.filter(({ area }) => area === id).map((row) => ({ ...row, standing: 'other' })),
});

/** Every area of the registry in its order, then those that pages still tell of. */
export const areaList = (known: Known): ListedArea[] => {
  const areas = known.registry?.areas ?? [];
  const ids = new Set(areas.map(({ id }) => id));
  const others = new Set(known.health.map(({ area }) => area).filter((id) => !ids.has(id)));
  return [...areas.map((entry) => deployed(entry, known)), ...[...others].map((id) => gone(id, known))];
};
