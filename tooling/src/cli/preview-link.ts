// pnpm preview-link AREA --version V: creates a link that shows a staged version. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { DeployError } from '../area/deploy-error.ts';
import { previewLink } from '../deploy/preview-link.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readAddress, readTokenTarget } from '../deploy/settings.ts';
import { formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('preview-link')} AREA --version V [options]

Prints a link that shows version V of an area in place of the deployed one, in one tab, until the link expires.

  --shell URL      shell that shows it; default: PUBLIC_URL, else http://localhost:4000
  --at URL         address of the version's files, if not in the shell's own store; http://localhost:4301 for serve-area
  --path PATH      page that the link opens; default: /
  --minutes N      lifetime of the link; default: 60, at most 10080 (seven days)

With READERLENS_DEPLOY_TOKEN and without --at, the product at --shell signs the link. Otherwise the command does, with PREVIEW_SECRET,
which must be the same as that of the product.
`;

const options = {
  version: { type: 'string' },
  shell: { type: 'string' },
  at: { type: 'string' },
  path: { type: 'string' },
  minutes: { type: 'string' },
} as const;

await runCommand(usage, options, async ({ name, values, readConfig }) => {
  const { version, path: page, minutes = '60' } = values;
  if (!version) throw new DeployError('usage', 'Specify a version: --version V.');
  if (page !== undefined && !/^\/(?!\/)/.test(page))
    throw new DeployError('usage', '--path must start with /.');
  const config = readConfig();
  // The product signs links to its own store only.
  const byToken = values.at === undefined ? readTokenTarget({ shell: values.shell }, readConfig) : undefined;
  const link = await previewLink({
    id: findArea(name).id,
    version,
    shell: readAddress('--shell', values.shell) ?? config.publicUrl,
    at: readAddress('--at', values.at),
    page,
    minutes: Number(minutes),
    byToken,
    config,
    warn: (line) => process.stderr.write(`WARNING  ${line}\n`),
  });
  log(link);
});
