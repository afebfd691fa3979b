// pnpm dev-remote AREA: develops one area against a deployed shell, or in the local product. See docs/deploying-a-remote.md.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { AreaEntry } from '@readerlens/contract/registry';
import { startDevServer, watchPackage } from '../build/watch.ts';
import { watchedDist } from '../build/watched-dist.ts';
import { readBuild, readDescription } from '../deploy/area-build.ts';
import { findArea, packageDir } from '../deploy/area-package.ts';
import { shellFindings } from '../deploy/check-area.ts';
import { readLiveShell } from '../deploy/live-shell.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { addressOf, portOf } from '../deploy/settings.ts';
import { cacheDir, repositoryRoot } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { entryFrom } from '../registry/stored-registry.ts';
import { uploadVersion } from '../registry/versions.ts';
import { deployLocally } from '../serve/deploy-local.ts';
import { assertPortFree } from '../serve/port.ts';
import { localPrefix, remoteFrame } from '../serve/remote-frame.ts';
import { siteDir } from '../serve/site.ts';
import { directoryStore } from '../store/directory-store.ts';

const usage = `Usage: npm run dev-remote -- AREA [--shell URL] [--port 4200]

Shows an area as it is developed: in the pages of a deployed shell, or without --shell in the product of this checkout.
`;

const options = { shell: { type: 'string' }, port: { type: 'string' } } as const;

/** The local product; of its packages only the one in `dir` is watched. */
const inLocalProduct = async (dir: string, port: number) => {
  await deployLocally(say);
  const onBuilt = async () => void (await publishArea(directoryStore(siteDir), dir, watchedDist(dir)));
  // The shell beside it is a production one, here as there.
  await watchPackage(path.relative(repositoryRoot, dir), { mode: 'production', onBuilt, say });
  startDevServer({ PORT: String(port) });
};

/** The pages of a deployed shell, with the area as it was built last. */
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
    for (const { text } of shellFindings(build.manifest, live)) say(`  a deploy: ${text}`);
  };
  await watchPackage(path.relative(repositoryRoot, dir), { mode: 'production', onBuilt, say });
  const app = await remoteFrame({ shell, store, local: () => local });
  await app.listen({ port, host: '127.0.0.1' });
  const { name, navigation } = readDescription(dir);
  say(`${name} in ${shell}:  http://localhost:${port}${navigation[0]?.to ?? '/'}`);
  say('Stop with Ctrl-C.');
};

await runCommand(usage, options, async ({ name, values }) => {
  const port = portOf(values.port ?? '4200');
  await assertPortFree(port, '127.0.0.1', (other) => `--port ${other}`);
  const dir = packageDir(findArea(name));
  const shell = addressOf('--shell', values.shell);
  await (shell ? inDeployedShell(dir, port, shell) : inLocalProduct(dir, port));
});
