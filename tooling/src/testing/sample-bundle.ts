import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

/** Files by their path. One of them is `webpack.config.ts`. */
export type SampleFiles = Readonly<Record<string, string>>;

/** Lets a folder outside of the repository import the federation plugin. */
export const linkFederation = (root: string): void => {
  const enhanced = path.join('node_modules', '@module-federation');
  mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  symlinkSync(path.join(repositoryRoot, 'tooling', enhanced), path.join(root, enhanced));
};

/** Writes the files below `root`, and bundles them in production mode in a process of its own. */
export const bundleSample = (root: string, files: SampleFiles): { status: number | null; stderr: string } => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const script = path.join(repositoryRoot, 'tooling', 'src', 'build', 'bundle.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, root, 'production'], { encoding: 'utf8' });
  return { status, stderr };
};
