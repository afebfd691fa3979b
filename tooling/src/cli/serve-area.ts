// pnpm serve-area AREA: serves a build of an area to previews on this machine. See docs/deploying-a-remote.md.
import path from 'node:path';
import { readBuild } from '../area/area-build.ts';
import { buildPackage, findArea, packageDir } from '../deploy/area-package.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readPort } from '../deploy/settings.ts';
import { versionServer } from '../deploy/serve-version.ts';
import { cacheDir } from '../paths.ts';
import { uploadVersion } from '../registry/versions.ts';
import { assertPortFree } from '../port.ts';
import { directoryStore } from '../store/directory-store.ts';

const usage = `Usage: npm run serve-area -- AREA [--port 4301] [--host 127.0.0.1]

Builds an area and serves its files to pages of any shell, for previews from this machine or from CI.
`;

const options = { port: { type: 'string' }, host: { type: 'string' } } as const;

await runCommand(usage, options, async ({ name, values: { port: given = '4301', host = '127.0.0.1' } }) => {
  const port = readPort(given);
  await assertPortFree(port, host, (other) => `--port ${other}`);
  const dir = packageDir(findArea(name));
  await buildPackage(dir, log);
  const build = await readBuild(dir);
  const store = directoryStore(path.join(cacheDir, 'served'));
  await uploadVersion(store, build);
  const { id, version } = build.manifest;
  await (await versionServer(store)).listen({ port, host });
  const origin = `http://localhost:${port}`;
  log(`${id} ${version} is served at ${origin}${build.manifest.base}`);
  log(`A shell with ${origin} in its PREVIEW_ORIGINS can show it:`);
  log(`  npm run preview-link -- ${id} --version ${version} --at ${origin} --shell URL`);
  log('Stop with Ctrl-C.');
});
