// pnpm create-area ID: creates the package of a new area. See docs/deploying-a-remote.md.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createArea, formatAreaName } from '../create/create-area.ts';
import { DeployError } from '../area/deploy-error.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { repositoryRoot } from '../paths.ts';

const usage = `Usage: npm run create-area -- ID [--name NAME]

Writes mf-ID with one screen and its test, and registers it in this checkout. ID consists of lowercase letters, digits
and hyphens; NAME is the displayed name.
`;

const options = { name: { type: 'string' } } as const;

/** The lock file must include the new package before any other command runs. */
const install = () => {
  const script = path.join(repositoryRoot, 'tooling', 'bin', 'relock.mjs');
  if (spawnSync(process.execPath, [script], { stdio: 'inherit' }).status === 0) return;
  throw new DeployError(
    'usage',
    'The package was created, but its dependencies could not be installed. Run pnpm install.',
  );
};

await runCommand(usage, options, async ({ name, values }) => {
  // The other commands accept the folder name as well.
  const id = name.replace(/^mf-/, '');
  const folder = createArea(repositoryRoot, { id, name: values.name ?? formatAreaName(id) });
  install();
  log(`Created ${folder}. Next:`);
  log(`  npm run dev-remote -- ${folder}              the local product, reloaded as you type`);
  log(`  npm run dev-remote -- ${folder} --shell URL  the same in a deployed product`);
  log(`  npm run deploy-remote -- ${folder} --shell URL --to TARGET`);
});
