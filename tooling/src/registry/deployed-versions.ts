import type { AreaStore } from '../store/area-store.ts';
import { historyOf } from './stored-registry.ts';
import { readRegistry } from './switch.ts';
import { hasVersion } from './versions.ts';

/** Whether the registry of a channel names a version, or did: its files may be gone for all that. */
const wasLive = async (store: AreaStore, channel: string, id: string, version: string): Promise<boolean> =>
  historyOf(await readRegistry(store, channel), id).some((live) => live.version === version);

/**
 * The way to ask whether a version of an area was ever deployed or staged. One that was stays so and is not looked for
 * again; one that was not may be there the next time. While the store or its registry cannot be read every version
 * counts: what fails then is what people will look for.
 */
export const deployedVersions = (store: AreaStore, channel: string) => {
  const known = new Set<string>();
  const isThere = async (id: string, version: string) =>
    (await hasVersion(store, id, version)) || (await wasLive(store, channel, id, version));
  return async (id: string, version: string): Promise<boolean> => {
    const key = `${id}@${version}`;
    if (known.has(key)) return true;
    try {
      const found = await isThere(id, version);
      if (found) known.add(key);
      return found;
    } catch {
      return true;
    }
  };
};
