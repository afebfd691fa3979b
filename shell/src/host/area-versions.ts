import type { AreaEntry, AreaVersion } from '@readerlens/contract/registry';
import { checkRegistry, registryStore } from './registry.ts';

/** A registry that was seen this long ago is asked for anew before an area is entered… */
const freshMs = 5_000;
/** …but nobody waits longer for that than this. */
const patienceMs = 250;

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, patienceMs));

/** The versions of an area to run, best first: the deployed one, then the one before it. */
export const versionsOf = (area: AreaEntry): AreaVersion[] =>
  area.previous ? [area, area.previous] : [area];

/**
 * As `versionsOf`, by what is deployed at this moment; so a deploy reaches open pages with their next way into the area,
 * and a roll-back with the next attempt (`maxAgeMs` 0).
 */
export const currentVersions = async (area: AreaEntry, maxAgeMs = freshMs): Promise<AreaVersion[]> => {
  await Promise.race([checkRegistry(maxAgeMs), patience()]);
  const state = registryStore.getState();
  const current = state.status === 'ready' && state.registry.areas.find(({ id }) => id === area.id);
  return versionsOf(current || area);
};
