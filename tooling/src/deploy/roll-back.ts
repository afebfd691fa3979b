import type { AreaManifest } from '@readerlens/contract/registry';
import { findEntry, findHistory } from '../registry/stored-registry.ts';
import type { StoredRegistry } from '../registry/stored-registry.ts';
import { planRollback, withProofs } from '../registry/switch-plan.ts';
import type { Actor, SwitchPlan } from '../registry/switch-plan.ts';
import { readRegistry, switchTo } from '../registry/switch.ts';
import { readManifest } from '../registry/versions.ts';
import { registryFindings } from './check-area.ts';
import { checkStoredVersion, enforceFindings, logManifest, logSwitch } from './deploy.ts';
import type { Target } from './deploy.ts';
import { DeployError } from '../area/deploy-error.ts';
import { confirmLive } from './confirm-live.ts';
import { notDeployed } from './not-deployed.ts';
import { readProven } from './read-proven.ts';

/** What to roll back. */
export interface RollbackRequest extends Target {
  id: string;
  /** The version to roll back to, instead of the last good one. */
  version?: string | undefined;
  by: string;
}

export interface RollBackOptions extends RollbackRequest {
  force?: boolean;
  log: (line: string) => void;
}

/** A rollback that can still be checked before `switchTo` makes it. */
export interface Rollback {
  /** What becomes live. */
  manifest: AreaManifest;
  proven: readonly string[];
  /** Throws DeployError if the area was switched since. */
  plan: (registry: StoredRegistry) => SwitchPlan;
}

/** Plans the rollback. Throws DeployError `nothing-to-roll-back`. */
const requireRollbackPlan = (
  registry: StoredRegistry,
  options: RollbackRequest,
  actor: Actor,
): SwitchPlan => {
  const { id, version } = options;
  const live = findEntry(registry, id)?.version;
  if (!live) throw notDeployed(registry, id, options);
  if (version === live) throw new DeployError('nothing-to-roll-back', `${id} ${version} is already live.`);
  const plan = planRollback(registry, id, version, actor);
  if (plan) return plan;
  const known = findHistory(registry, id).filter((other) => other.version !== live);
  const others = known.map((other) => `${other.version}${other.withdrawn ? ' (rolled back from)' : ''}`);
  const next =
    others.length > 0
      ? `Choose one with --version: ${others.join(', ')}.`
      : 'It is the first version; to remove the area, withdraw it.';
  throw new DeployError('nothing-to-roll-back', `${id} ${live} has no earlier good version. ${next}`);
};

const assertUnchanged = (id: string, checked: StoredRegistry, current: StoredRegistry) => {
  const [before, live] = [checked, current].map((registry) => findEntry(registry, id)?.version);
  if (before === live) return;
  throw new DeployError(
    'nothing-to-roll-back',
    `${id} was switched to ${live} in the meantime. Check again.`,
  );
};

/** Chooses the version to roll back to. Throws DeployError `nothing-to-roll-back` or `unknown-version`, or StoreError. */
export const prepareRollback = async (
  request: RollbackRequest,
  findProven: (registry: StoredRegistry) => Promise<readonly string[]>,
): Promise<Rollback> => {
  const { store, channel, id, by } = request;
  const actor = { by, at: new Date().toISOString() };
  const stored = await readRegistry(store, channel);
  const proven = await findProven(stored);
  const checked = withProofs(stored, id, proven);
  const { target } = requireRollbackPlan(checked, request, actor);
  const plan = (registry: StoredRegistry) => {
    assertUnchanged(id, checked, registry);
    return requireRollbackPlan(registry, request, actor);
  };
  return { manifest: await readManifest(store, id, target), proven, plan };
};

/**
 * Makes the fallback of an area, or `version`, live again from the store. The versions that went live after it are
 * withdrawn, so that neither a later rollback nor the fallback in a page returns to them. Throws DeployError or
 * StoreError.
 */
export const rollBackArea = async (options: RollBackOptions): Promise<AreaManifest> => {
  const { store, channel, shell, id, log } = options;
  const { manifest, proven, plan } = await prepareRollback(options, (registry) =>
    readProven(shell, id, registry),
  );
  logManifest(manifest, log);
  await checkStoredVersion(manifest, options);
  const checkedPlan = (registry: StoredRegistry) => {
    const planned = plan(registry);
    const findings = registryFindings(manifest, registry);
    enforceFindings(`${id} ${manifest.version}`, findings, { ...options, log: () => {} });
    return planned;
  };
  const switched = await switchTo({ store, channel, manifest, proven, plan: checkedPlan });
  logSwitch(switched, channel, log);
  await confirmLive({ shell, id, version: manifest.version, log });
  return manifest;
};
