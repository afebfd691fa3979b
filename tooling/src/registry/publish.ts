import type { AreaEntry } from '@readerlens/contract/registry';
import { readBuild } from '../area/area-build.ts';
import type { AreaStore } from '../store/area-store.ts';
import { defaultChannel, withoutStale } from './stored-registry.ts';
import { planDeploy } from './switch-plan.ts';
import { changeRegistry, switchTo } from './switch.ts';
import { uploadVersion } from './versions.ts';

/** The actor of local deploys. */
const localActor = 'this checkout';

/**
 * Deploys the build of the package in `dir` to a local store, without checking against a shell. `dist` defaults to the
 * package's own.
 */
export const publishArea = async (store: AreaStore, dir: string, dist?: string): Promise<AreaEntry> => {
  const build = await readBuild(dir, '', dist);
  const { manifest } = await uploadVersion(store, build);
  const actor = { by: localActor, at: new Date().toISOString() };
  const { entry } = await switchTo({
    store,
    channel: defaultChannel,
    manifest,
    plan: (registry) => planDeploy(registry, manifest.id, manifest.version, actor),
  });
  return entry;
};

/** Removes locally published areas whose packages no longer exist from the registry. */
export const removeStaleAreas = async (store: AreaStore, ids: readonly string[]): Promise<void> => {
  await changeRegistry(store, defaultChannel, (registry) => withoutStale(registry, localActor, ids));
};
