// pnpm dev-remote AREA: develops one area against a deployed shell, or in the local product. See docs/deploying-a-remote.md.
import path from 'node:path';
import { startDevServer, watchPackage } from '../build/watch.ts';
import { findArea, packageDir } from '../deploy/area-package.ts';
import { developInShell } from '../serve/dev-in-shell.ts';
import { log } from '../log.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readAddress, readPort } from '../deploy/settings.ts';
import { repositoryRoot, siteDir, watchedDist } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { deployLocally } from '../serve/deploy-local.ts';
import { assertPortFree } from '../port.ts';
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

await runCommand(usage, options, async ({ name, values }) => {
  const port = readPort(values.port ?? '4200');
  await assertPortFree(port, '127.0.0.1', (other) => `--port ${other}`);
  const dir = packageDir(findArea(name));
  const shell = readAddress('--shell', values.shell);
  await (shell ? developInShell({ dir, port, shell, log }) : inLocalProduct(dir, port));
});
