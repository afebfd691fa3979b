// pnpm preview-link AREA --version V: an address that shows a staged version. See docs/deploying-a-remote.md.
import { readConfig } from '@readerlens/api';
import { findArea } from '../deploy/area-package.ts';
import { DeployError } from '../deploy/deploy-error.ts';
import { previewLink } from '../deploy/preview-link.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { addressOf } from '../deploy/settings.ts';

const usage = `Usage: npm run preview-link -- AREA --version V [options]

Prints an address that shows version V of an area in place of the deployed one, for a while and in one tab.

  --shell URL      the shell that shows it; PUBLIC_URL, else http://localhost:4000
  --at URL         where the version lies, when that is not the shell's own store: http://localhost:4301 of serve-area
  --path PATH      the page that the address opens; / unless told
  --minutes N      how long the address is good for; 60 unless told, 10080 (seven days) at most

Signed with PREVIEW_SECRET, the same as the shell's server has.
`;

const options = {
  version: { type: 'string' },
  shell: { type: 'string' },
  at: { type: 'string' },
  path: { type: 'string' },
  minutes: { type: 'string' },
} as const;

await runCommand(usage, options, async ({ name, values }) => {
  const { version, path: page, minutes = '60' } = values;
  if (!version) throw new DeployError('usage', 'Say which version: --version V.');
  if (page !== undefined && !/^\/(?!\/)/.test(page))
    throw new DeployError('usage', '--path must begin with /.');
  const config = readConfig(process.env);
  const link = await previewLink({
    id: findArea(name).id,
    version,
    shell: addressOf('--shell', values.shell) ?? config.publicUrl,
    at: addressOf('--at', values.at),
    page,
    minutes: Number(minutes),
    config,
    warn: (line) => process.stderr.write(`WARNING  ${line}\n`),
  });
  say(link);
});
