import type { AreaHealth } from '@readerlens/contract';
import { pickProvenance } from '@readerlens/contract/registry';
import type { AreaEntry, AreaProvenance, Registry } from '@readerlens/contract/registry';
import type { AreaState } from '../host/index.ts';

export type VersionHealth = AreaHealth;

/** The status of a version in the registry of this page. */
export type VersionStatus = 'live' | 'preview' | 'canary' | 'previous' | 'other';

export interface ListedVersion extends VersionHealth {
  status: VersionStatus;
  /** What `widget` names, if it is no widget. */
  part?: 'marks';
}

export interface ListedArea {
  id: string;
  name: string;
  /** The version in the registry of this page; undefined for an area that is no longer deployed. */
  version: string | undefined;
  status: VersionStatus;
  previous: string | undefined;
  /** Where that version comes from. */
  provenance: AreaProvenance;
  /** Undefined if the page has not requested the area. */
  state: AreaState | undefined;
  /** The reported versions, newest first. */
  versions: ListedVersion[];
}

export interface Known {
  registry: Registry | undefined;
  health: readonly VersionHealth[];
  states: Readonly<Record<string, AreaState>>;
  /** Area and version that this tab previews. */
  preview: { area: string; version: string } | undefined;
}

const currentStatus = ({ id, version }: AreaEntry, preview: Known['preview']): VersionStatus =>
  preview?.area === id && preview.version === version ? 'preview' : 'live';

const deployed = (entry: AreaEntry, { health, states, preview }: Known): ListedArea => {
  const status = currentStatus(entry, preview);
  const findVersionStatus = (version: string): VersionStatus => {
    if (version === entry.version) return status;
    if (version === entry.canary?.version) return 'canary';
    return version === entry.previous?.version ? 'previous' : 'other';
  };
  return {
    id: entry.id,
    name: entry.name,
    version: entry.version,
    status,
    previous: entry.previous?.version,
    provenance: pickProvenance(entry),
    state: states[entry.id],
    versions: health
      .filter(({ area }) => area === entry.id)
      .map((row) => ({
        ...row,
        status: findVersionStatus(row.version),
        ...(entry.marks?.some(({ name }) => name === row.widget) ? { part: 'marks' as const } : {}),
      })),
  };
};

const undeployed = (id: string, { health, states }: Known): ListedArea => ({
  id,
  name: id,
  version: undefined,
  status: 'other',
  previous: undefined,
  provenance: {},
  state: states[id],
  versions: health.filter(({ area }) => area === id).map((row) => ({ ...row, status: 'other' })),
});

/** Every area of the registry in its order, then other areas that pages still report. */
export const areaList = (known: Known): ListedArea[] => {
  const areas = known.registry?.areas ?? [];
  const ids = new Set(areas.map(({ id }) => id));
  const others = new Set(known.health.map(({ area }) => area).filter((id) => !ids.has(id)));
  return [...areas.map((entry) => deployed(entry, known)), ...[...others].map((id) => undeployed(id, known))];
};
