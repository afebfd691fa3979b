import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { BundleRequest, Bundled } from '../build/bundle-messages.ts';
import { repositoryRoot } from '../paths.ts';
import { bundleScript } from '../workplace.ts';

/** Files by their path. One of them is `webpack.config.ts`. */
export type SampleFiles = Readonly<Record<string, string>>;

/** Lets a folder outside of the repository import the federation plugin. */
export const linkFederation = (root: string): void => {
  const enhanced = path.join('node_modules', '@module-federation');
  mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  symlinkSync(path.join(repositoryRoot, 'tooling', enhanced), path.join(root, enhanced));
};

/** Writes the files below `root`, and bundles them in production mode as a build does. */
export const bundleSample = async (
  root: string,
  files: SampleFiles,
): Promise<Bundled & { readonly stderr: string }> => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const child = fork(bundleScript, ['production'], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const printed = text(child.stderr!);
  child.send({ dir: root } satisfies BundleRequest);
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (child.connected) child.disconnect();
  return { built: (answer as Bundled | null)?.built ?? false, stderr: await printed };
};
