import type { AreaStore } from '../store/area-store.ts';
import { findHistory } from './stored-registry.ts';
import { readRegistry } from './switch.ts';
import { hasVersion } from './versions.ts';

/** Whether a version is or was in a channel's registry, even if its files are gone. */
const wasLive = async (store: AreaStore, channel: string, id: string, version: string): Promise<boolean> =>
  findHistory(await readRegistry(store, channel), id).some((live) => live.version === version);

/**
 * Returns a function that checks whether a version of an area was ever deployed or staged. Positive results are cached.
 * While the store or its registry cannot be read, every version is accepted: failures reported then are of interest.
 */
export const deployedVersions = (store: AreaStore, channel: string) => {
  const deployed = new Set<string>();
  const wasDeployed = async (id: string, version: string) =>
    (await hasVersion(store, id, version)) || (await wasLive(store, channel, id, version));
  return async (id: string, version: string): Promise<boolean> => {
    const key = `${id}@${version}`;
    if (deployed.has(key)) return true;
    try {
      const found = await wasDeployed(id, version);
      if (found) deployed.add(key);
      return found;
    } catch {
      return true;
    }
  };
};
