// pnpm create-area ID: the package of a new area. See docs/deploying-a-remote.md.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createArea, nameOf } from '../create/create-area.ts';
import { DeployError } from '../deploy/deploy-error.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { repositoryRoot } from '../paths.ts';

const usage = `Usage: npm run create-area -- ID [--name NAME]

Writes mf-ID with one screen and its test, and registers it in this checkout. ID is of lower-case letters, digits and
hyphens; NAME is what people read.
`;

const options = { name: { type: 'string' } } as const;

/** The lock file has to know the new package before anything else runs. */
const install = () => {
  const script = path.join(repositoryRoot, 'tooling', 'bin', 'relock.mjs');
  if (spawnSync(process.execPath, [script], { stdio: 'inherit' }).status === 0) return;
  throw new DeployError(
    'usage',
    'The package is written, but its libraries are not installed. Run pnpm install.',
  );
};

await runCommand(usage, options, async ({ name, values }) => {
  // The other commands take the folder's name as well.
  const id = name.replace(/^mf-/, '');
  const folder = createArea(repositoryRoot, { id, name: values.name ?? nameOf(id) });
  install();
  say(`${folder} is there. Next:`);
  say(`  npm run dev-remote -- ${folder}              the local product, loaded anew as you type`);
  say(`  npm run dev-remote -- ${folder} --shell URL  the same in a deployed one`);
  say(`  npm run deploy-remote -- ${folder} --shell URL --to TARGET`);
});
