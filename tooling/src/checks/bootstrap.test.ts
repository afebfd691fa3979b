import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
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

const installArguments = (root: string) => {
  const script = path.join(root, 'tooling', 'bin', 'bootstrap.mjs');
  return ['--input-type=module', '-e', `(await import(${JSON.stringify(script)})).install();`];
};

const install = (root: string) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, installArguments(root), {
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
};

const writeLock = (root: string, pid: number) => {
  mkdirSync(path.join(root, '.cache'));
  const lock = path.join(root, '.cache', 'installing');
  writeFileSync(lock, String(pid));
  return lock;
};

it('an install that fails because of the lock file says so, instead of blaming the network', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeCheckout(root, '2.0.0');
  const { status, stderr } = install(root);
  rmSync(root, { recursive: true, force: true });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Run: npm run relock')]);
  expect(stderr).not.toContain('network');
});

it('an install waits for one that runs already', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeCheckout(root, '2.0.0');
  const lock = writeLock(root, process.pid);
  const child = spawn(process.execPath, installArguments(root), { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toMatch(/^Another command is installing packages/);
  rmSync(lock);
  expect((await lines.next()).value).toMatch(/^Installing packages/);
  await exited;
  expect(existsSync(lock)).toBe(false);
  rmSync(root, { recursive: true, force: true });
});

it('an install goes on if the one before it was killed', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeCheckout(root, '2.0.0');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeLock(root, pid);
  expect(install(root).stdout).toContain('Installing packages');
  rmSync(root, { recursive: true, force: true });
});

/** A checkout whose package manager only writes down how it was called. */
const writeRecordingCheckout = (root: string) => {
  writeCheckout(root, '2.0.0');
  rmSync(path.join(root, '.tools'));
  const manager = path.join('.tools', 'node_modules', 'pnpm');
  mkdirSync(path.join(root, manager, 'bin'), { recursive: true });
  cpSync(path.join(repositoryRoot, manager, 'package.json'), path.join(root, manager, 'package.json'));
  const script = [
    "import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';",
    "mkdirSync('node_modules/node/bin', { recursive: true });",
    "for (const name of ['node', 'node.exe']) writeFileSync('node_modules/node/bin/' + name, '');",
    "appendFileSync('calls', process.argv.slice(2, -1).join(' ') + '\\n');",
  ];
  writeFileSync(path.join(root, manager, 'bin', 'pnpm.mjs'), script.join('\n'));
};

/** How the package manager is called when these functions of the bootstrap are called in turn. */
const recordCalls = (...functions: string[]) => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeRecordingCheckout(root);
  const script = JSON.stringify(path.join(root, 'tooling', 'bin', 'bootstrap.mjs'));
  const code = `const all = await import(${script}); for (const name of ${JSON.stringify(functions)}) all[name]();`;
  spawnSync(process.execPath, ['--input-type=module', '-e', code]);
  const calls = readFileSync(path.join(root, 'calls'), 'utf8').trim().split('\n');
  rmSync(root, { recursive: true, force: true });
  return calls;
};

const locked = 'install --frozen-lockfile --trust-lockfile';

it('a start installs no tools for tests, and a test adds them, each once', () => {
  const calls = recordCalls('installForStart', 'installForStart', 'install', 'install', 'installForStart');
  expect(calls).toEqual([`${locked} --prod`, locked]);
});

it('the ages of packages are checked when the lock file is made', () => {
  expect(recordCalls('relock')).toEqual([
    'install --no-frozen-lockfile --no-trust-lockfile --prefer-offline',
  ]);
});
