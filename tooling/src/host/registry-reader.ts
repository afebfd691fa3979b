import { createHash } from 'node:crypto';
import type { Registry } from '@readerlens/contract/registry';
import { RegistryError } from '../registry/stored-registry.ts';
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
}

/**
 * Returns a function that reads the registry of a channel: at most `freshMs` old, with one read at a time, and the last
 * good registry while it cannot be read: before a read has succeeded, its copy in the store. Rejects if there is none.
 */
export const registryReader = ({ store, channel, onProblem }: Options): (() => Promise<ServedRegistry>) => {
  let latest: ServedRegistry | undefined;
  let freshUntil = 0;
  let isBroken = false;
  let reading: Promise<ServedRegistry> | undefined;

  const readLastCopy = async (): Promise<ServedRegistry | undefined> => {
    const copy = await readCopy(store, channel).catch(() => undefined);
    return copy && toServedRegistry(copy);
  };

  const read = async (): Promise<ServedRegistry> => {
    try {
      latest = toServedRegistry(await readRegistry(store, channel));
      if (isBroken) onProblem(undefined);
      isBroken = false;
      return latest;
    } catch (error) {
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
