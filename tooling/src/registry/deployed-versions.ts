import type { AreaStore } from '../store/area-store.ts';
import { historyOf } from './stored-registry.ts';
import { readRegistry } from './switch.ts';
import { hasVersion } from './versions.ts';

/** Whether the registry of a channel names a version, or did: its files may be gone for all that. */
const wasLive = async (store: AreaStore, channel: string, id: string, version: string): Promise<boolean> =>
  historyOf(await readRegistry(store, channel), id).some((live) => live.version === version);

/**
 * The way to ask whether a version of an area was ever deployed or staged. One that was stays so and is not looked for
 * again; one that was not may be there the next time. Rejects when the store cannot be read.
 */
export const deployedVersions = (store: AreaStore, channel: string) => {
  const known = new Set<string>();
  return async (id: string, version: string): Promise<boolean> => {
    const key = `${id}@${version}`;
    if (known.has(key)) return true;
    const isThere = (await hasVersion(store, id, version)) || (await wasLive(store, channel, id, version));
    if (isThere) known.add(key);
    return isThere;
  };
};
