import { rmSync } from 'node:fs';
import path from 'node:path';
import type { AreaEntry } from '@readerlens/contract/registry';
import { readBuild, readDescription } from '../area/area-build.ts';
import { watchPackage } from '../build/watch.ts';
import { cacheDir, repositoryRoot, watchedDist } from '../paths.ts';
import { entryFrom } from '../registry/stored-registry.ts';
import { uploadVersion } from '../registry/versions.ts';
import { devProxy, localPrefix } from './dev-proxy.ts';
import { directoryStore } from '../store/directory-store.ts';
import { shellFindings } from '../deploy/check-area.ts';
import { readLiveShell } from '../deploy/live-shell.ts';

export interface DevOptions {
  /** The folder of the area. */
  dir: string;
  port: number;
  /** Address of the deployed shell. */
  shell: string;
  log: (line: string) => void;
}

/** Shows the pages of a deployed shell with the latest local build of an area, until the process ends. */
export const developInShell = async ({ dir, port, shell, log }: DevOptions): Promise<void> => {
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
