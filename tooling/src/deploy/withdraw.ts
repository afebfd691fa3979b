import { formatDeploy } from '../registry/deploy-command.ts';
import type { DeployPlace } from '../registry/deploy-command.ts';
import { findEntry } from '../registry/stored-registry.ts';
import { withProofs, withoutArea } from '../registry/switch-plan.ts';
import { changeRegistry, readRegistry } from '../registry/switch.ts';
import type { StoredRegistry } from '../registry/stored-registry.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import type { Target } from './deploy.ts';
import { notDeployed } from './not-deployed.ts';
import { readProven } from './read-proven.ts';
import { lostWithArea } from './slot-findings.ts';

export interface WithdrawOptions extends Target {
  id: string;
  log: (line: string) => void;
}

export interface Withdrawal {
  /** The version that was live. */
  version: string;
  /** What other areas lose. */
  lost: Finding[];
}

/** Removes an area from the registry. Throws DeployError `nothing-to-roll-back` or StoreError. */
export const removeFromRegistry = async (
  target: Target,
  id: string,
  findProven: (registry: StoredRegistry) => Promise<readonly string[]>,
): Promise<Withdrawal> => {
  const { store, channel } = target;
  // By the time the area is restored, the measurements may be gone.
  const proven = await findProven(await readRegistry(store, channel));
  let withdrawal: Withdrawal | undefined;
  await changeRegistry(store, channel, (registry) => {
    const version = findEntry(registry, id)?.version;
    if (!version) throw notDeployed(registry, id, target);
    withdrawal = { version, lost: lostWithArea(id, registry) };
    return withoutArea(withProofs(registry, id, proven), id);
  });
  return withdrawal!;
};

/** Logs what is lost, and how to restore the area. */
export const logWithdrawal = (
  id: string,
  { version, lost }: { version: string | null; lost: readonly string[] },
  { place, log }: Pick<WithdrawOptions, 'log'> & { place: DeployPlace },
): void => {
  for (const text of lost) log(text);
  const restore = formatDeploy(`${id} --version ${version}`, place);
  log(`${id} is removed from ${place.channel ?? place.shell}. To restore it: ${restore}`);
};

/**
 * Removes an area from the registry: its routes and menu entries disappear with the next page load or navigation. Its
 * files and history stay, so that it can be deployed again. Throws DeployError `nothing-to-roll-back` or StoreError.
 */
export const withdrawArea = async (options: WithdrawOptions): Promise<void> => {
  const { store, channel, shell, id, log } = options;
  const { version, lost } = await removeFromRegistry(options, id, (registry) =>
    readProven(shell, id, registry),
  );
  const place = { target: store.target, channel, shell };
  logWithdrawal(id, { version, lost: lost.map(({ text }) => text) }, { place, log });
};
