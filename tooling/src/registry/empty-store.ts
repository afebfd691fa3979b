import type { Registry } from '@readerlens/contract/registry';
import { defaultChannel } from './stored-registry.ts';
import { formatCommand } from '../workplace.ts';

interface Place {
  /** The store, as configured. */
  target: string;
  channel: string;
  /** Address of the product that reads it. */
  shell: string;
}

/** What to do if a store has no areas, as lines of text; undefined if it has some. */
export const emptyStoreHint = (
  { areas }: Registry,
  { target, channel, shell }: Place,
): string | undefined => {
  if (areas.length > 0) return undefined;
  const channelOption = channel === defaultChannel ? '' : ` --channel ${channel}`;
  return [
    `No areas are deployed in ${target} (${channel}). To deploy all areas of a checkout:`,
    `  ${formatCommand('deploy-remote')} --all --to ${target} --shell ${shell}${channelOption}`,
  ].join('\n');
};
