// pnpm rollback AREA: rolls an area back to its last good version. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { rollBackArea } from '../deploy/roll-back.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readTarget, whoami } from '../deploy/settings.ts';
import { defaultStoreText, formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('rollback')} AREA [options]

Makes the previous version live again, from its files in the store.

  --to TARGET      folder or s3://bucket/prefix; default: ${defaultStoreText}
  --channel NAME   registry to switch; default: AREAS_CHANNEL, else production
  --shell URL      live shell to check the version against; default: PUBLIC_URL, else http://localhost:4000
  --version V      roll back to this version instead of the last good one
  --force          continue despite breaking changes
`;

const options = {
  to: { type: 'string' },
  channel: { type: 'string' },
  shell: { type: 'string' },
  version: { type: 'string' },
  force: { type: 'boolean' },
} as const;

await runCommand(usage, options, async ({ name, values }) => {
  await rollBackArea({
    ...readTarget(values),
    id: findArea(name).id,
    version: values.version,
    force: values.force ?? false,
    by: whoami(),
    log,
  });
});
