import { createHash } from 'node:crypto';
import type { Registry } from '@readerlens/contract/registry';
import { registryKey, RegistryError } from '../registry/stored-registry.ts';
import { readCopy, readRegistry } from '../registry/switch.ts';
import type { AreaStore } from '../store/area-store.ts';

/** A registry as sent to browsers. */
export interface ServedRegistry {
  registry: Registry;
  text: string;
  etag: string;
}

export const toServedRegistry = ({ areas }: Registry): ServedRegistry => {
  const text = JSON.stringify({ areas });
  return {
    registry: { areas },
    text,
    etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  };
};

interface Options {
  store: AreaStore;
  channel: string;
  /** Called once with the error when the store becomes unreadable, and with undefined when it can be read again. */
  onProblem: (error: unknown) => void;
  /** Called each time the registry cannot be read. */
  onFailure?: (() => void) | undefined;
}

/**
 * Returns a function that reads the registry of a channel: at most `freshMs` old, with one read at a time, and the last
 * good registry while it cannot be read: before a read has succeeded, its copy in the store. Rejects if there is none.
 */
export const registryReader = ({
  store,
  channel,
  onProblem,
  onFailure,
}: Options): (() => Promise<ServedRegistry>) => {
  let latest: ServedRegistry | undefined;
  let freshUntil = 0;
  let isBroken = false;
  let reading: Promise<ServedRegistry> | undefined;

  const readLastCopy = async (): Promise<ServedRegistry | undefined> => {
    const copy = await readCopy(store, channel).catch(() => undefined);
    return copy && toServedRegistry(copy);
  };

  /** A store that had areas and has no registry is not empty: its folder is not mounted, or somebody has deleted it. */
  const readStored = async (): Promise<ServedRegistry> => {
    const stored = await readRegistry(store, channel);
    if (stored.areas.length === 0 && !(await store.exists(registryKey(channel)))) {
      const known = latest ?? (await readLastCopy());
      if (known && known.registry.areas.length > 0)
        throw new RegistryError(`The registry in ${store.target} is missing.`);
    }
    return toServedRegistry(stored);
  };

  const read = async (): Promise<ServedRegistry> => {
    try {
      latest = await readStored();
      if (isBroken) onProblem(undefined);
      isBroken = false;
      return latest;
    } catch (error) {
      onFailure?.();
      if (!isBroken) onProblem(error);
      isBroken = true;
      if (!latest && error instanceof RegistryError) latest = await readLastCopy();
      if (!latest) throw error;
      return latest;
    } finally {
      freshUntil = Date.now() + store.freshMs;
    }
  };

  return async () => {
    if (latest && Date.now() < freshUntil) return latest;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};
