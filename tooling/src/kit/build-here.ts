// readerlens-area build: bundles an area without deploying it.
import { readBuild } from '../area/area-build.ts';
import { buildPackage, findArea, packageDir } from '../deploy/area-package.ts';
import { runCommand } from '../deploy/run-command.ts';
import { logManifest } from '../deploy/deploy.ts';
import { log } from '../log.ts';
import { formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('build')} AREA

Bundles an area into its folder dist. AREA is its folder, such as '.'.
`;

await runCommand(usage, {}, async ({ name }) => {
  const dir = packageDir(findArea(name));
  await buildPackage(dir, log);
  logManifest((await readBuild(dir)).manifest, log);
});
