import type { AreaManifest } from '@readerlens/contract/registry';
import {
  entryOf,
  historyOf,
  parseRegistry,
  rollBackOf,
  withRolledBack,
} from '../registry/stored-registry.ts';
import type { RollBack, StoredRegistry } from '../registry/stored-registry.ts';
import { changeRegistry, readRegistry } from '../registry/switch.ts';
import { readManifest } from '../registry/versions.ts';
import type { AreaStore } from '../store/area-store.ts';
import { registryFindings } from './check-area.ts';
import { checkStored, settle, tellManifest, tellSwitch } from './deploy.ts';
import type { Target } from './deploy.ts';
import { DeployError } from './deploy-error.ts';
import { tellSeen } from './seen-live.ts';

export interface RollBackOptions extends Target {
  id: string;
  /** The version to go back to, instead of the last good one. */
  version?: string | undefined;
  force?: boolean;
  by: string;
  say: (line: string) => void;
}

/** What a roll-back means for a registry. Throws DeployError `nothing-to-roll-back`. */
const planFor = (registry: StoredRegistry, { id, version, channel }: RollBackOptions): RollBack => {
  const live = entryOf(registry, id)?.version;
  if (!live) throw new DeployError('nothing-to-roll-back', `${id} is not deployed in ${channel}.`);
  if (version === live) throw new DeployError('nothing-to-roll-back', `${id} ${version} is live already.`);
  const plan = rollBackOf(registry, id, version);
  if (plan) return plan;
  const known = historyOf(registry, id).filter((other) => other.version !== live);
  const others = known.map((other) => `${other.version}${other.withdrawn ? ' (rolled back from)' : ''}`);
  const next =
    others.length > 0
      ? `Name one with --version: ${others.join(', ')}.`
      : `It is the first; withdraw-remote ${id} takes the area out.`;
  throw new DeployError('nothing-to-roll-back', `${id} ${live} has no good version before it. ${next}`);
};

/** A version without its description cannot be fallen back to; that is no reason to stay with a broken one. */
const fallBackOf = async (store: AreaStore, id: string, version: string | undefined) => {
  if (version === undefined) return undefined;
  return readManifest(store, id, version).catch((error: unknown) => {
    if (error instanceof DeployError) return undefined;
    throw error;
  });
};

const assertUnchanged = (id: string, seen: StoredRegistry, now: StoredRegistry) => {
  const [before, live] = [seen, now].map((registry) => entryOf(registry, id)?.version);
  if (before === live) return;
  throw new DeployError('nothing-to-roll-back', `${id} was switched to ${live} meanwhile. Look again.`);
};

/**
 * Makes the last good version of an area live again, or the one that is named, from what lies in the store. The version
 * that is left is marked: neither a later roll-back nor the page's own falling back returns to it. Throws DeployError or
 * StoreError.
 */
export const rollBackArea = async (options: RollBackOptions): Promise<AreaManifest> => {
  const { store, channel, shell, id, by, say } = options;
  const seen = await readRegistry(store, channel);
  const target = await readManifest(store, id, planFor(seen, options).target);
  tellManifest(target, say);
  await checkStored(target, options);
  const actor = { by, at: new Date().toISOString() };
  const text = await changeRegistry(store, channel, async (registry) => {
    assertUnchanged(id, seen, registry);
    settle(`${id} ${target.version}`, registryFindings(target, registry), { ...options, say: () => {} });
    const plan = planFor(registry, options);
    return withRolledBack(registry, plan, target, await fallBackOf(store, id, plan.previous), actor);
  });
  const entry = entryOf(parseRegistry(text), id)!;
  tellSwitch({ entry, before: entryOf(seen, id) }, channel, say);
  await tellSeen({ shell, id, version: entry.version, say });
  return target;
};
