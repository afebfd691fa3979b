import { StoreError } from '@readerlens/api/storage';
import type { AreaEntry, AreaManifest, AreaVersion } from '@readerlens/contract/registry';
import { DeployError } from '../area/deploy-error.ts';
import type { AreaStore } from '../store/area-store.ts';
import { updateText } from '../store/update-text.ts';
import {
  copyKey,
  findEntry,
  parseRegistry,
  printRegistry,
  registryKey,
  RegistryError,
} from './stored-registry.ts';
import { ensureStoreId } from './store-id.ts';
import type { StoredRegistry } from './stored-registry.ts';
import { knownVersion, withProofs, withSwitched } from './switch-plan.ts';
import type { SwitchPlan } from './switch-plan.ts';
import { readManifest } from './versions.ts';

/** Parses the text of a channel's registry. Throws RegistryError that says how to repair it. */
const parseStored = (text: string | undefined, { target }: AreaStore, channel: string): StoredRegistry => {
  try {
    return parseRegistry(text);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const repair = `npm run repair-registry -- ${channel} --to ${target}`;
    throw new RegistryError(`${error.message}\nNothing was changed. To restore its copy:\n  ${repair}`, {
      cause: error,
    });
  }
};

/** Reads the registry of a channel; empty before the first deploy. */
export const readRegistry = async (store: AreaStore, channel: string): Promise<StoredRegistry> =>
  parseStored((await store.readText(registryKey(channel)))?.text, store, channel);

/** Reads the copy of a channel's registry; undefined if there is none. */
export const readCopy = async (store: AreaStore, channel: string): Promise<StoredRegistry | undefined> => {
  const stored = await store.readText(copyKey(channel));
  return stored && parseRegistry(stored.text);
};

const isReadable = (text: string): boolean => {
  try {
    parseRegistry(text);
    return true;
  } catch (error) {
    if (error instanceof RegistryError) return false;
    throw error;
  }
};

/** Copies the registry of a channel as it is now: after a concurrent change, not as `written`. */
const copyRegistry = async (store: AreaStore, channel: string, written: string): Promise<void> => {
  try {
    await updateText(store, copyKey(channel), async () => {
      const current = (await store.readText(registryKey(channel)))?.text;
      return current !== undefined && isReadable(current) ? current : written;
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const message = `${registryKey(channel)} is changed, but its copy is not: ${error.message} The next change writes it.`;
    throw new StoreError(error.code, message, { cause: error });
  }
};

/**
 * Changes the registry of a channel atomically; `change` is called again after a concurrent change. Then copies it, for
 * the day on which it cannot be read. Throws StoreError, also if only the copy cannot be written.
 */
export const changeRegistry = async (
  store: AreaStore,
  channel: string,
  change: (registry: StoredRegistry) => StoredRegistry | Promise<StoredRegistry>,
): Promise<string> => {
  const written = await updateText(store, registryKey(channel), async (text) =>
    printRegistry(await change(parseStored(text, store, channel))),
  );
  await copyRegistry(store, channel, written);
  return written;
};

/** Undefined if the fallback's manifest is missing: that must not prevent leaving a broken version. */
const fallbackFrom = async (
  store: AreaStore,
  registry: StoredRegistry,
  id: string,
  version: string | undefined,
): Promise<AreaVersion | undefined> => {
  if (version === undefined) return undefined;
  const known = knownVersion(registry, id, version);
  if (known) return known;
  try {
    return await readManifest(store, id, version);
  } catch (error) {
    if (error instanceof DeployError) return undefined;
    throw error;
  }
};

export interface Switch {
  entry: AreaEntry;
  /** The previous live version. */
  before: AreaEntry | undefined;
}

interface SwitchOptions {
  store: AreaStore;
  channel: string;
  manifest: AreaManifest;
  /** Versions of the area that visits have proven. */
  proven?: readonly string[];
  /** Plans the switch in the current registry; throws to prevent it. */
  plan: (registry: StoredRegistry) => SwitchPlan;
}

/** Makes an uploaded version the live one of its area. */
export const switchTo = async ({
  store,
  channel,
  manifest,
  proven = [],
  plan,
}: SwitchOptions): Promise<Switch> => {
  const { id } = manifest;
  let before: AreaEntry | undefined;
  await ensureStoreId(store);
  const text = await changeRegistry(store, channel, async (stored) => {
    const registry = withProofs(stored, id, proven);
    before = findEntry(registry, id);
    const planned = plan(registry);
    const previous = await fallbackFrom(store, registry, id, planned.previous);
    return withSwitched(registry, planned, manifest, previous);
  });
  return { entry: findEntry(parseRegistry(text), id)!, before };
};
