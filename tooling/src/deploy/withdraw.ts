import { entryOf, withoutArea } from '../registry/stored-registry.ts';
import { changeRegistry } from '../registry/switch.ts';
import { DeployError } from './deploy-error.ts';
import type { Target } from './deploy.ts';

export interface WithdrawOptions extends Target {
  id: string;
  say: (line: string) => void;
}

/**
 * Takes an area out: its routes and menu entries are gone with the next page or navigation. Its files and its history
 * stay, so that it can be deployed again. Throws DeployError `nothing-to-roll-back` or StoreError.
 */
export const withdrawArea = async ({ store, channel, id, say }: WithdrawOptions): Promise<void> => {
  let version: string | undefined;
  await changeRegistry(store, channel, (registry) => {
    version = entryOf(registry, id)?.version;
    if (!version) throw new DeployError('nothing-to-roll-back', `${id} is not deployed in ${channel}.`);
    return withoutArea(registry, id);
  });
  say(`${id} is out of ${channel}. To bring it back: deploy-remote ${id} --version ${version}`);
};
