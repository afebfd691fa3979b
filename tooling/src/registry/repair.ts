import type { AreaStore } from '../store/area-store.ts';
import { updateText } from '../store/update-text.ts';
import { copyKey, parseRegistry, registryKey, RegistryError } from './stored-registry.ts';

const isReadable = (text: string | undefined): boolean => {
  try {
    parseRegistry(text);
    return true;
  } catch (error) {
    if (error instanceof RegistryError) return false;
    throw error;
  }
};

/**
 * Replaces an unreadable registry of a channel by the copy of the last one that was written. Returns whether it had to.
 * Throws RegistryError if there is no readable copy.
 */
export const repairRegistry = async (store: AreaStore, channel: string): Promise<boolean> => {
  const copy = (await store.readText(copyKey(channel)))?.text;
  let isRepaired = false;
  await updateText(store, registryKey(channel), (text) => {
    isRepaired = !isReadable(text);
    if (text !== undefined && !isRepaired) return text;
    if (copy !== undefined && isReadable(copy)) return copy;
    throw new RegistryError(`${store.target} has no readable copy of the registry: ${copyKey(channel)}.`);
  });
  return isRepaired;
};
