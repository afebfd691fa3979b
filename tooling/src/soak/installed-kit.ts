import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { log } from '../log.ts';
import { repositoryRoot } from '../paths.ts';
import { startLiveProduct } from '../testing/live-product.ts';

/** An area of another team, with all that an area can have. */
const sources = path.join(repositoryRoot, 'e2e', 'strangers-area');

/**
 * Follows docs/deploying-a-remote.md in a folder of its own: installs the kit of a running product with npm, creates, tests and
 * deploys an area, and reports how long each step takes. Returns whether all of them succeed.
 */
export const soakInstalledKit = async (): Promise<boolean> => {
  const live = await startLiveProduct('site');
  const root = mkdtempSync(path.join(tmpdir(), 'installed-'));
  // Not the settings of the checkout's own npm run.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$)/.test(name));
  const token = await live.createDeployToken('reading-trends');
  const env = { ...Object.fromEntries(inherited), READERLENS_DEPLOY_TOKEN: token };
  const run = (command: string, ...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      const start = Date.now();
      execFile(command, args, { cwd: root, env }, (error, out, err) => {
        if (error) return reject(new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`));
        log(`  ${[command, ...args].join(' ')}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
        resolve();
      });
    });
  try {
    const { address } = (await (await fetch(`${live.address}/shell/kit.json`)).json()) as { address: string };
    const kit = await fetch(live.address + address);
    writeFileSync(path.join(root, 'kit.tgz'), Buffer.from(await kit.arrayBuffer()));
    await run('npm', 'install', '--save-dev', './kit.tgz');
    await run('npx', 'readerlens-area', 'create', 'reading-trends');
    await run('npm', 'install');
    await run('npm', 'test');
    cpSync(sources, root, { recursive: true });
    await run('npx', 'tsc');
    await run('npx', 'readerlens-area', 'deploy', '.', '--shell', live.address);
    return true;
  } catch (error) {
    log((error as Error).message);
    return false;
  } finally {
    rmSync(root, { recursive: true, force: true });
    await live.close();
  }
};
