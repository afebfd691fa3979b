// pnpm rollback AREA: rolls an area back to its last good version. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { rollBackArea } from '../deploy/roll-back.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readTarget, readTokenTarget, whoami } from '../deploy/settings.ts';
import { rollBackThroughServer } from '../deploy/through-server.ts';
import { defaultStoreText, formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('rollback')} AREA [options]

Makes the previous version live again, from its files in the store.

  --to TARGET      folder or s3://bucket/prefix; default: ${defaultStoreText}
  --channel NAME   registry to switch; default: AREAS_CHANNEL, else production
  --shell URL      live shell to check the version against; default: PUBLIC_URL, else http://localhost:4000
  --version V      roll back to this version instead of the last good one
  --force          continue despite breaking changes

With READERLENS_DEPLOY_TOKEN and without --to, the product at --shell does it.
`;

const options = {
  to: { type: 'string' },
  channel: { type: 'string' },
  shell: { type: 'string' },
  version: { type: 'string' },
  force: { type: 'boolean' },
} as const;

await runCommand(usage, options, async ({ name, values, readConfig }) => {
  const byToken = readTokenTarget(values, readConfig);
  const { id } = findArea(name);
  if (byToken) return rollBackThroughServer({ ...byToken, id, version: values.version, log });
  await rollBackArea({
    ...readTarget(values, readConfig),
    id,
    version: values.version,
    force: values.force ?? false,
    by: whoami(),
    log,
  });
});
