import { formatCommand } from '../workplace.ts';
import { defaultChannel } from './stored-registry.ts';

/** Where a deploy goes. */
export interface DeployPlace {
  /** The store, as configured. With a deploy token there is none. */
  target?: string | undefined;
  channel?: string;
  /** Address of the product that reads it. */
  shell: string;
}

/** The command that deploys `what`, an area with its options or `--all`, for a message. It runs as it is written. */
export const formatDeploy = (
  what: string,
  { target, channel = defaultChannel, shell }: DeployPlace,
): string => {
  const to = target === undefined ? '' : ` --to ${target}`;
  const channelOption = channel === defaultChannel ? '' : ` --channel ${channel}`;
  return `${formatCommand('deploy-remote')} ${what}${to} --shell ${shell}${channelOption}`;
};
