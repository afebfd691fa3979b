import type { AreaManifest } from '@readerlens/contract/registry';
import {
  entryOf,
  historyOf,
  parseRegistry,
  planRollback,
  withRolledBack,
} from '../registry/stored-registry.ts';
import type { RollbackPlan, StoredRegistry } from '../registry/stored-registry.ts';
import { changeRegistry, readRegistry } from '../registry/switch.ts';
import { readManifest } from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { registryFindings } from './check-area.ts';
import { checkStoredVersion, enforceFindings, logManifest, logSwitch } from './deploy.ts';
import type { Target } from './deploy.ts';
import { DeployError } from '../area/deploy-error.ts';
import { confirmLive } from './confirm-live.ts';

export interface RollBackOptions extends Target {
  id: string;
  /** The version to roll back to, instead of the last good one. */
  version?: string | undefined;
  force?: boolean;
  by: string;
  log: (line: string) => void;
}

/** Plans the rollback. Throws DeployError `nothing-to-roll-back`. */
const requireRollbackPlan = (
  registry: StoredRegistry,
  { id, version, channel }: RollBackOptions,
): RollbackPlan => {
  const live = entryOf(registry, id)?.version;
  if (!live) throw new DeployError('nothing-to-roll-back', `${id} is not deployed in ${channel}.`);
  if (version === live) throw new DeployError('nothing-to-roll-back', `${id} ${version} is already live.`);
  const plan = planRollback(registry, id, version);
  if (plan) return plan;
  const known = historyOf(registry, id).filter((other) => other.version !== live);
  const others = known.map((other) => `${other.version}${other.withdrawn ? ' (rolled back from)' : ''}`);
  const next =
    others.length > 0
      ? `Choose one with --version: ${others.join(', ')}.`
      : `It is the first version; use withdraw-remote ${id} to remove the area.`;
  throw new DeployError('nothing-to-roll-back', `${id} ${live} has no earlier good version. ${next}`);
};

/** Undefined if the fallback's manifest is missing: that must not prevent leaving a broken version. */
const fallbackManifest = async (store: AreaStore, id: string, version: string | undefined) => {
  if (version === undefined) return undefined;
  return readManifest(store, id, version).catch((error: unknown) => {
    if (error instanceof DeployError) return undefined;
    throw error;
  });
};

const assertUnchanged = (id: string, checked: StoredRegistry, current: StoredRegistry) => {
  const [before, live] = [checked, current].map((registry) => entryOf(registry, id)?.version);
  if (before === live) return;
  throw new DeployError(
    'nothing-to-roll-back',
    `${id} was switched to ${live} in the meantime. Check again.`,
  );
};

/**
 * Makes the last good version of an area, or `version`, live again from the store. The version that was live is marked
 * as withdrawn, so that neither a later rollback nor the fallback in a page returns to it. Throws DeployError or
 * StoreError.
 */
export const rollBackArea = async (options: RollBackOptions): Promise<AreaManifest> => {
  const { store, channel, shell, id, by, log } = options;
  const checked = await readRegistry(store, channel);
  const target = await readManifest(store, id, requireRollbackPlan(checked, options).target);
  logManifest(target, log);
  await checkStoredVersion(target, options);
  const actor = { by, at: new Date().toISOString() };
  const text = await changeRegistry(store, channel, async (registry) => {
    assertUnchanged(id, checked, registry);
    enforceFindings(`${id} ${target.version}`, registryFindings(target, registry), {
      ...options,
      log: () => {},
    });
    const plan = requireRollbackPlan(registry, options);
    return withRolledBack(registry, plan, target, await fallbackManifest(store, id, plan.previous), actor);
  });
  const entry = entryOf(parseRegistry(text), id)!;
  logSwitch({ entry, before: entryOf(checked, id) }, channel, log);
  await confirmLive({ shell, id, version: entry.version, log });
  return target;
};
