// pnpm dev: runs the composed product, rebuilt and reloaded as its sources change.
import path from 'node:path';
import { bundledPackages } from '../build/build.ts';
import { startDevServer, watchPackage } from '../build/watch.ts';
import { log } from '../log.ts';
import { repositoryRoot, siteDir } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { directoryStore } from '../store/directory-store.ts';

const publish = async (name: string) => {
  if (name !== 'shell') await publishArea(directoryStore(siteDir), path.join(repositoryRoot, name));
};

await Promise.all(bundledPackages().map((name) => watchPackage(name, { onBuilt: () => publish(name), log })));
startDevServer();
