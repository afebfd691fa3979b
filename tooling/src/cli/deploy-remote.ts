// pnpm deploy-remote AREA: builds, checks, uploads and switches one area, or with --all every area of this checkout.
// See docs/deploying-a-remote.md.
import { DeployError } from '../area/deploy-error.ts';
import { allAreas, findArea } from '../deploy/area-package.ts';
import { deployAll } from '../deploy/deploy-all.ts';
import { deployArea } from '../deploy/deploy.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readAddress, readTarget, readTokenTarget, whoami } from '../deploy/settings.ts';
import { deployThroughServer } from '../deploy/through-server.ts';
import { defaultStoreText, formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('deploy-remote')} AREA [options]
       ${formatCommand('deploy-remote')} --all [options]

AREA is a folder of this repository (mf-review), an id (review), or a path to a package with area.json and dist/.

  --all            every area of this repository, such as for a new store
  --to TARGET      folder or s3://bucket/prefix; default: ${defaultStoreText}
  --channel NAME   registry to switch; default: AREAS_CHANNEL, else production
  --shell URL      live shell to check the area against; default: PUBLIC_URL, else http://localhost:4000
  --base URL       public address of TARGET, if not the shell's own origin
  --stage          upload without switching
  --version V      switch to a version that is already uploaded, without building
  --force          continue despite breaking changes

With READERLENS_DEPLOY_TOKEN and without --to, the product at --shell stores the version and switches to it.
`;

const options = {
  all: { type: 'boolean' },
  to: { type: 'string' },
  channel: { type: 'string' },
  shell: { type: 'string' },
  base: { type: 'string' },
  stage: { type: 'boolean' },
  version: { type: 'string' },
  force: { type: 'boolean' },
} as const;

await runCommand(usage, options, async ({ name, values, readConfig }) => {
  const { version } = values;
  const byToken = readTokenTarget(values, readConfig);
  if (byToken) {
    if (!name)
      throw new DeployError('usage', '--all needs access to the store: a deploy token is of one area.');
    const stage = values.stage ?? false;
    return void (await deployThroughServer({ ...byToken, area: findArea(name), version, stage, log }));
  }
  const common = {
    ...readTarget(values, readConfig),
    base: readAddress('--base', values.base),
    stage: values.stage ?? false,
    force: values.force ?? false,
    by: whoami(),
    log,
  };
  if (name) return void (await deployArea({ ...common, area: findArea(name), version }));
  if (version) throw new DeployError('usage', '--version is of one area; specify it instead of --all.');
  return deployAll(allAreas(), common);
});
