import type { AreaEntry, AreaManifest, Registry } from '@readerlens/contract/registry';
import type { AreaStore } from '../store/area-store.ts';
import { updateText } from '../store/update-text.ts';
import { entryOf, parseRegistry, printRegistry, registryKey, withDeployed } from './stored-registry.ts';
import type { Actor, StoredRegistry } from './stored-registry.ts';

/** Reads the registry of a channel; empty before the first deploy. */
export const readRegistry = async (store: AreaStore, channel: string): Promise<StoredRegistry> =>
  parseRegistry((await store.readText(registryKey(channel)))?.text);

/** Changes the registry of a channel atomically; `change` is called again after a concurrent change. */
export const changeRegistry = (
  store: AreaStore,
  channel: string,
  change: (registry: StoredRegistry) => StoredRegistry | Promise<StoredRegistry>,
): Promise<string> =>
  updateText(store, registryKey(channel), async (text) => printRegistry(await change(parseRegistry(text))));

export interface Switch {
  entry: AreaEntry;
  /** The previous live version. */
  before: AreaEntry | undefined;
}

/**
 * Makes an uploaded version the live one of its area. `check` gets the current registry and throws to prevent the switch.
 */
export const switchTo = async (
  store: AreaStore,
  channel: string,
  manifest: AreaManifest,
  actor: Actor,
  check: (registry: Registry) => void = () => {},
): Promise<Switch> => {
  let before: AreaEntry | undefined;
  const text = await changeRegistry(store, channel, (registry) => {
    check(registry);
    before = entryOf(registry, manifest.id);
    return withDeployed(registry, manifest, actor);
  });
  return { entry: entryOf(parseRegistry(text), manifest.id)!, before };
};
