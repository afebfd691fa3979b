import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const writeCheckout = (root: string, locked: string) => {
  mkdirSync(path.join(root, 'tooling', 'bin'), { recursive: true });
  const script = path.join('tooling', 'bin', 'bootstrap.mjs');
  cpSync(path.join(repositoryRoot, script), path.join(root, script));
  symlinkSync(path.join(repositoryRoot, '.tools'), path.join(root, '.tools'));
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ dependencies: { 'is-odd': '3.0.1' } }));
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), 'packages: []\n');
  const importer = `  .:\n    dependencies:\n      is-odd:\n        specifier: ${locked}\n        version: ${locked}\n`;
  writeFileSync(path.join(root, 'pnpm-lock.yaml'), `lockfileVersion: '9.0'\n\nimporters:\n\n${importer}`);
};

const install = (root: string) => {
  const script = path.join(root, 'tooling', 'bin', 'bootstrap.mjs');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `(await import(${JSON.stringify(script)})).install();`],
    { encoding: 'utf8' },
  );
  return { status, stderr };
};

it('an install that fails because of the lock file says so, instead of blaming the network', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeCheckout(root, '2.0.0');
  const { status, stderr } = install(root);
  rmSync(root, { recursive: true, force: true });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Run: npm run relock')]);
  expect(stderr).not.toContain('network');
});
