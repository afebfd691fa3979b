// pnpm withdraw-remote AREA: removes an area from the live product. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readTarget, readTokenTarget } from '../deploy/settings.ts';
import { withdrawThroughServer } from '../deploy/through-server.ts';
import { withdrawArea } from '../deploy/withdraw.ts';
import { defaultStoreText, formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('withdraw-remote')} AREA [options]

Removes an area from the live product: its routes and menu entries disappear, its files stay.

  --to TARGET      folder or s3://bucket/prefix; default: ${defaultStoreText}
  --channel NAME   registry to change; default: AREAS_CHANNEL, else production
  --shell URL      live shell that knows which versions worked; default: PUBLIC_URL, else http://localhost:4000

With READERLENS_DEPLOY_TOKEN and without --to, the product at --shell does it.
`;

const options = { to: { type: 'string' }, channel: { type: 'string' }, shell: { type: 'string' } } as const;

await runCommand(usage, options, async ({ name, values, readConfig }) => {
  const byToken = readTokenTarget(values, readConfig);
  if (byToken) return withdrawThroughServer({ ...byToken, id: findArea(name).id, log });
  await withdrawArea({ ...readTarget(values, readConfig), id: findArea(name).id, log });
});
