// pnpm repair-registry CHANNEL: restores an unreadable registry. See docs/deploying-a-remote.md.
import type { Target } from '../deploy/deploy.ts';
import { readTarget } from '../deploy/settings.ts';
import { runCommand } from '../deploy/run-command.ts';
import { log } from '../log.ts';
import { repairRegistry } from '../registry/repair.ts';

const usage = `Usage: npm run repair-registry -- CHANNEL [options]

Replaces an unreadable registry of a channel by the copy of the last one that was written.

  --to TARGET      folder or s3://bucket/prefix; default: AREAS_STORE, else this checkout's own store
`;

const repair = async ({ store, channel }: Target) => {
  const isRepaired = await repairRegistry(store, channel);
  const outcome = isRepaired ? 'is the last one that was written' : 'is readable; nothing was changed';
  log(`The registry of ${channel} ${outcome}.`);
};

await runCommand(
  usage,
  { to: { type: 'string' } } as const,
  async ({ name, values: { to }, readConfig }) => repair(readTarget({ to, channel: name }, readConfig)),
  'a channel',
);
