// pnpm dev-remote AREA: develops one area against a deployed shell, or in the local product. See docs/deploying-a-remote.md.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { AreaEntry } from '@readerlens/contract/registry';
import { startDevServer, watchPackage } from '../build/watch.ts';
import { readBuild, readDescription } from '../area/area-build.ts';
import { findArea, packageDir } from '../deploy/area-package.ts';
import { shellFindings } from '../deploy/check-area.ts';
import { readLiveShell } from '../deploy/live-shell.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readAddress, readPort } from '../deploy/settings.ts';
import { cacheDir, repositoryRoot, siteDir, watchedDist } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { entryFrom } from '../registry/stored-registry.ts';
import { uploadVersion } from '../registry/versions.ts';
import { deployLocally } from '../serve/deploy-local.ts';
import { assertPortFree } from '../serve/port.ts';
import { localPrefix, devProxy } from '../serve/dev-proxy.ts';
import { directoryStore } from '../store/directory-store.ts';

const usage = `Usage: npm run dev-remote -- AREA [--shell URL] [--port 4200]

Shows an area during development: in the pages of a deployed shell, or without --shell in the product of this checkout.
`;

const options = { shell: { type: 'string' }, port: { type: 'string' } } as const;

/** Runs the local product and watches only the package in `dir`. */
const inLocalProduct = async (dir: string, port: number) => {
  await deployLocally(log);
  const onBuilt = async () => void (await publishArea(directoryStore(siteDir), dir, watchedDist(dir)));
  // The local shell is a production build, so the area must be one as well.
  await watchPackage(path.relative(repositoryRoot, dir), { mode: 'production', onBuilt, log });
  startDevServer({ PORT: String(port) });
};

/** Shows the pages of a deployed shell with the latest local build of the area. */
const inDeployedShell = async (dir: string, port: number, shell: string) => {
  const live = await readLiveShell(shell);
  const folder = path.join(cacheDir, 'dev-remote');
  rmSync(folder, { recursive: true, force: true });
  const store = directoryStore(folder);
  let local: AreaEntry | undefined;
  const onBuilt = async () => {
    const build = await readBuild(dir, localPrefix, watchedDist(dir));
    await uploadVersion(store, build);
    local = entryFrom(build.manifest);
    for (const { text } of shellFindings(build.manifest, live)) log(`  would fail to deploy: ${text}`);
  };
  await watchPackage(path.relative(repositoryRoot, dir), { mode: 'production', onBuilt, log });
  const app = await devProxy({ shell, store, local: () => local });
  await app.listen({ port, host: '127.0.0.1' });
  const { name, navigation } = readDescription(dir);
  log(`${name} in ${shell}:  http://localhost:${port}${navigation[0]?.to ?? '/'}`);
  log('Stop with Ctrl-C.');
};

await runCommand(usage, options, async ({ name, values }) => {
  const port = readPort(values.port ?? '4200');
  await assertPortFree(port, '127.0.0.1', (other) => `--port ${other}`);
  const dir = packageDir(findArea(name));
  const shell = readAddress('--shell', values.shell);
  await (shell ? inDeployedShell(dir, port, shell) : inLocalProduct(dir, port));
});
