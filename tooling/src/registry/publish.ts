import type { AreaEntry } from '@readerlens/contract/registry';
import { readBuild } from '../deploy/area-build.ts';
import type { AreaStore } from '../store/area-store.ts';
import { defaultChannel, withoutStale } from './stored-registry.ts';
import { changeRegistry, switchTo } from './switch.ts';
import { uploadVersion } from './versions.ts';

/** Who deploys what this checkout holds, in every local registry. */
const checkout = 'this checkout';

/**
 * Deploys the build of the package folder `dir`, in `dist` there unless told, to a store of this machine, without asking
 * any shell.
 */
export const publishArea = async (store: AreaStore, dir: string, dist?: string): Promise<AreaEntry> => {
  const build = await readBuild(dir, '', dist);
  await uploadVersion(store, build);
  const actor = { by: checkout, at: new Date().toISOString() };
  return (await switchTo(store, defaultChannel, build.manifest, actor)).entry;
};

/** Takes areas out of the registry that were published from packages which no longer exist. */
export const retainAreas = async (store: AreaStore, ids: readonly string[]): Promise<void> => {
  await changeRegistry(store, defaultChannel, (registry) => withoutStale(registry, checkout, ids));
};
