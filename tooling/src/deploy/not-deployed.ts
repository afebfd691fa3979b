import { emptyStoreHint } from '../registry/empty-store.ts';
import type { StoredRegistry } from '../registry/stored-registry.ts';
import { DeployError } from '../area/deploy-error.ts';
import type { Target } from './deploy.ts';

/** The error of a command for an area that is not live, with a hint if nothing is. */
export const notDeployed = (
  registry: StoredRegistry,
  id: string,
  { store, channel, shell }: Target,
): DeployError => {
  const hint = emptyStoreHint(registry, { target: store.target, channel, shell });
  const message = `${id} is not deployed in ${channel}.`;
  return new DeployError('nothing-to-roll-back', hint ? `${message}\n${hint}` : message);
};
