// readerlens-area dev AREA --shell URL: shows an area during development in the pages of a deployed product.
import { findArea, packageDir } from '../deploy/area-package.ts';
import { developInShell } from '../serve/dev-in-shell.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readAddress, readPort } from '../deploy/settings.ts';
import { DeployError } from '../area/deploy-error.ts';
import { log } from '../log.ts';
import { assertPortFree } from '../port.ts';
import { formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('dev')} AREA --shell URL [--port 4200]

Shows the pages of a deployed product with the local build of an area, reloaded as you type.
`;

const options = { shell: { type: 'string' }, port: { type: 'string' } } as const;

await runCommand(usage, options, async ({ name, values }) => {
  const port = readPort(values.port ?? '4200');
  const shell = readAddress('--shell', values.shell);
  if (shell === undefined) throw new DeployError('usage', 'Specify the product: --shell URL.');
  await assertPortFree(port, '127.0.0.1', (other) => `--port ${other}`);
  await developInShell({ dir: packageDir(findArea(name)), port, shell, log });
});
