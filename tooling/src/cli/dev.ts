// pnpm dev: the composed product, made anew and loaded anew as its sources change.
import path from 'node:path';
import { bundledPackages } from '../build/build.ts';
import { startDevServer, watchPackage } from '../build/watch.ts';
import { repositoryRoot } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { siteDir } from '../serve/site.ts';
import { directoryStore } from '../store/directory-store.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const publish = async (name: string) => {
  if (name !== 'shell') await publishArea(directoryStore(siteDir), path.join(repositoryRoot, name));
};

await Promise.all(bundledPackages().map((name) => watchPackage(name, { onBuilt: () => publish(name), say })));
startDevServer();
