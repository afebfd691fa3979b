import type { Registry } from '@readerlens/contract/registry';
import { formatDeploy } from './deploy-command.ts';
import type { DeployPlace } from './deploy-command.ts';

/** What to do if a store has no areas, as lines of text; undefined if it has some. */
export const emptyStoreHint = ({ areas }: Registry, place: Required<DeployPlace>): string | undefined => {
  if (areas.length > 0) return undefined;
  return [
    `No areas are deployed in ${place.target} (${place.channel}). If there were some, mount the folder or check the bucket. To deploy all areas:`,
    `  ${formatDeploy('--all', place)}`,
  ].join('\n');
};
