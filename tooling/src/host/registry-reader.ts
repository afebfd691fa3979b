import { createHash } from 'node:crypto';
import type { Registry } from '@readerlens/contract/registry';
import { readRegistry } from '../registry/switch.ts';
import type { AreaStore } from '../store/area-store.ts';

/** A registry as browsers get it. */
export interface ServedRegistry {
  registry: Registry;
  text: string;
  etag: string;
}

const served = ({ areas }: Registry): ServedRegistry => {
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
  /** Told once when the store cannot be read, and with undefined when it can again. */
  onProblem: (error: unknown) => void;
}

/**
 * Reads the registry of a channel for whoever asks: never older than the store allows, at most one reading at a time,
 * and the last good one while the store cannot be read. Rejects only when there never was one.
 */
export const registryReader = ({ store, channel, onProblem }: Options): (() => Promise<ServedRegistry>) => {
  let known: ServedRegistry | undefined;
  let freshUntil = 0;
  let isBroken = false;
  let reading: Promise<ServedRegistry> | undefined;

  const read = async (): Promise<ServedRegistry> => {
    try {
      known = served(await readRegistry(store, channel));
      if (isBroken) onProblem(undefined);
      isBroken = false;
      return known;
    } catch (error) {
      if (!isBroken) onProblem(error);
      isBroken = true;
      if (!known) throw error;
      return known;
    } finally {
      freshUntil = Date.now() + store.freshMs;
    }
  };

  return async () => {
    if (known && Date.now() < freshUntil) return known;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};
