import { findEntry } from '../registry/stored-registry.ts';
import { withProofs, withoutArea } from '../registry/switch-plan.ts';
import { changeRegistry, readRegistry } from '../registry/switch.ts';
import type { Finding } from '../area/contract/call-findings.ts';
import type { Target } from './deploy.ts';
import { notDeployed } from './not-deployed.ts';
import { readProven } from './read-proven.ts';
import { lostWithArea } from './slot-findings.ts';
import { formatCommand } from '../workplace.ts';

export interface WithdrawOptions extends Target {
  id: string;
  log: (line: string) => void;
}

/**
 * Removes an area from the registry: its routes and menu entries disappear with the next page load or navigation. Its
 * files and history stay, so that it can be deployed again. Throws DeployError `nothing-to-roll-back` or StoreError.
 */
export const withdrawArea = async (options: WithdrawOptions): Promise<void> => {
  const { store, channel, shell, id, log } = options;
  // By the time the area is restored, the measurements may be gone.
  const proven = await readProven(shell, id, await readRegistry(store, channel));
  let version: string | undefined;
  let lost: Finding[] = [];
  await changeRegistry(store, channel, (registry) => {
    version = findEntry(registry, id)?.version;
    if (!version) throw notDeployed(registry, id, options);
    lost = lostWithArea(id, registry);
    return withoutArea(withProofs(registry, id, proven), id);
  });
  for (const { text } of lost) log(text);
  const restore = `${formatCommand('deploy-remote')} ${id} --version ${version}`;
  log(`${id} is removed from ${channel}. To restore it: ${restore}`);
};
