// pnpm dev: the composed product, made anew and loaded anew as its sources change.
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { bundledPackages, forgetBundle } from '../build/build.ts';
import { repositoryRoot } from '../paths.ts';
import { publishArea } from '../registry/publish.ts';
import { siteDir } from '../serve/site.ts';

const children: ChildProcess[] = [];
const source = (...parts: string[]) => path.join(repositoryRoot, ...parts);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Bundles a package whenever its sources change; resolves after the first bundle. */
const watch = (name: string): Promise<void> =>
  new Promise((resolve) => {
    forgetBundle(name);
    const child = fork(source('tooling', 'src', 'build', 'bundle.ts'), [
      source(name),
      'development',
      '--watch',
    ]);
    children.push(child);
    child.on('message', ({ built }: { built: boolean }) => {
      if (built && name !== 'shell') publishArea(siteDir, source(name));
      say(built ? `built ${name}` : `${name} has errors`);
      resolve();
    });
  });

/** The server, started again when its own sources change. */
const serve = () => {
  const watched = [
    'api',
    'shared-contract',
    'shared-filters/src/model',
    'tooling/src/serve',
    'tooling/src/host',
  ];
  const flags = watched.map((dir) => `--watch-path=${source(dir.includes('src') ? dir : `${dir}/src`)}`);
  const script = source('tooling', 'src', 'cli', 'start.ts');
  children.push(
    spawn(process.execPath, ['--watch-preserve-output', ...flags, script, '--dev'], { stdio: 'inherit' }),
  );
};

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

await Promise.all(bundledPackages().map(watch));
serve();
