// Node built-ins only: nothing is installed yet when this runs. Works on Node 20 and newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const pnpmVersion = '12.21.0';
const tools = path.join(root, '.tools');
const stamp = path.join(root, 'node_modules', '.readerlens-installed');
const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';

/** The Node version pinned by the repository; every script except this one runs on it. */
export const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

const fail = (message) => {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
};

const manifests = () => [
  '.pnpmfile.cjs',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  ...readdirSync(root)
    .map((name) => path.join(name, 'package.json'))
    .filter((file) => existsSync(path.join(root, file)))
    .sort(),
];

const installHash = () => {
  const hash = createHash('sha256');
  for (const file of manifests()) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
};

const environment = { ...process.env, CI: 'true' };

const run = (what, command, args, explain = () => undefined) => {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows && command === npm,
    env: environment,
  });
  if (!result.error && result.status === 0) return;
  const reason = result.error ? `: ${result.error.message}` : '';
  fail(explain() ?? `${what} failed${reason}. Check the network connection and run the command again.`);
};

const pnpmScript = () =>
  ['pnpm.cjs', 'pnpm.mjs']
    .map((name) => path.join(tools, 'node_modules', 'pnpm', 'bin', name))
    .find((file) => existsSync(file));

const isPnpmInstalled = () => {
  try {
    const manifest = path.join(tools, 'node_modules', 'pnpm', 'package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version === pnpmVersion && Boolean(pnpmScript());
  } catch {
    return false;
  }
};

const fetchByNpm = (folder, name, version, explain) => {
  mkdirSync(folder, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const args = ['install', '--prefix', folder, ...quiet, `${name}@${version}`];
  run(`Fetching ${name}`, npm, args, explain);
};

const fetchPnpm = () => {
  if (!isPnpmInstalled()) fetchByNpm(tools, 'pnpm', pnpmVersion);
};

/** Why an install failed, if the lock file is the cause: this check needs no network. */
const lockFileProblem = () => {
  const args = [pnpmScript(), 'install', '--frozen-lockfile', '--lockfile-only', '--offline'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  if (!/ERR_PNPM_(OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH)/.test(`${stdout}${stderr}`)) return undefined;
  return 'The declared dependencies differ from pnpm-lock.yaml; see above. Run: npm run relock';
};

/** The program in an optional dependency of the package `node`, if the lock file has one for this machine. */
const lockedNode = (name) => {
  try {
    // Resolves from the real folder of the package, which is beside those of its dependencies.
    const manifest = createRequire(
      path.join(realpathSync(path.join(root, 'node_modules', 'node')), 'package.json'),
    ).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), 'bin', path.basename(pinnedNode));
  } catch {
    return undefined;
  }
};

/** Fetches the program for a machine of which the lock file has none, as the install script of the package `node` would. */
const fetchNode = (name, version) => {
  const folder = path.join(tools, 'node');
  const machine = `${process.platform} ${process.arch}`;
  fetchByNpm(
    folder,
    name,
    version,
    () =>
      `Node ${version} for ${machine} could not be fetched. If the network connection works, install Node ${version} and run the command with it.`,
  );
  return path.join(folder, 'node_modules', name, 'bin', path.basename(pinnedNode));
};

/** A hard link, like all files of packages; a copy where the folders are on different disks. */
const linkOrCopy = (from, to) => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
};

/**
 * Puts the pinned Node in its place, instead of the install script of the package `node`: that is a second package manager, which
 * fetches it alone, at the end, and without a hash in the lock file.
 */
const placeNode = () => {
  if (existsSync(pinnedNode)) return;
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies.node;
  const name = [
    process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
    isWindows ? 'win' : process.platform,
    process.arch,
  ].join('-');
  mkdirSync(path.dirname(pinnedNode), { recursive: true });
  const unfinished = `${pinnedNode}.${process.pid}`;
  const locked = lockedNode(name);
  if (locked) linkOrCopy(locked, unfinished);
  // Its libraries may be beside it.
  else if (process.versions.node === version && !isWindows) symlinkSync(process.execPath, unfinished);
  else if (process.versions.node === version) copyFileSync(process.execPath, unfinished);
  else linkOrCopy(fetchNode(name, version), unfinished);
  renameSync(unfinished, pinnedNode);
};

const installWith = (installed, ...options) => {
  fetchPnpm();
  const args = [pnpmScript(), 'install', ...options, '--reporter=append-only'];
  run('Installing packages', process.execPath, args, lockFileProblem);
  placeNode();
  writeFileSync(stamp, `${installHash()} ${installed}`);
};

const hasTestTools = () => existsSync(stamp) && !readFileSync(stamp, 'utf8').endsWith(' start');

/** Holds the id of the process that installs. Two at once would break each other's files. */
const lock = path.join(root, '.cache', 'installing');
const [retryMs, oneSignal] = [300, new Int32Array(new SharedArrayBuffer(4))];

const takeLock = () => {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Whether the process that took the lock has ended without releasing it. */
const isLockLeft = () => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // It is empty for a moment, until the process has written its id.
    return pid > 0 && !isRunning(pid);
  } catch {
    return false;
  }
};

/** Waits until no other process installs. The lock is released when this one ends, however that is. */
const whenAlone = (work) => {
  for (let tries = 0; !takeLock(); tries += 1) {
    if (tries === 0) process.stdout.write('Another command is installing packages; waiting for it …\n');
    if (isLockLeft()) rmSync(lock, { force: true });
    else Atomics.wait(oneSignal, 0, 0, retryMs);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  work();
  release();
  process.off('exit', release);
};

/** Everything contains what `npm start` needs: a start after `npm test` removes nothing. */
const isInstalled = (all) => {
  if (!existsSync(stamp) || !existsSync(pinnedNode)) return false;
  const [hash, installed] = readFileSync(stamp, 'utf8').split(' ');
  return hash === installHash() && (installed !== 'start' || !all);
};

/**
 * The ages of the packages in the lock file are not looked up again: `npm run relock` has refused those that were too new, and the
 * hash of every package is checked.
 */
const asLocked = ['--frozen-lockfile', '--trust-lockfile'];

const installLocked = (all) => {
  if (isInstalled(all)) return;
  whenAlone(() => {
    if (isInstalled(all)) return;
    process.stdout.write('Installing packages (only needed after changes to the lock file) …\n');
    // A start after a change of the lock file keeps the tools for tests that are installed.
    if (all || hasTestTools()) installWith('all', ...asLocked);
    else installWith('start', ...asLocked, '--prod');
  });
};

/** Installs the packages in the lock file, unless they are already installed. */
export const install = () => installLocked(true);

/** Installs what builds and serves the product, without the tools for tests. */
export const installForStart = () => installLocked(false);

/** Installs all declared dependencies and updates the lock file, after a package was added. */
export const relock = () =>
  whenAlone(() => installWith('all', '--no-frozen-lockfile', '--no-trust-lockfile', '--prefer-offline'));

/** Node keeps compiled modules there, so that every later process starts in half the time. */
const compileCache = path.join(root, '.cache', 'node');

/**
 * Calls `stop` when the process that started this one ends. npm starts scripts in a shell, which ends on a signal without
 * forwarding it.
 */
const whenParentEnds = (stop) => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
};

/**
 * Runs a TypeScript command on the pinned Node and exits with its code. Signals are forwarded to the child, and this
 * process waits until it has stopped.
 */
export const delegate = (script, args) => {
  const child = spawn(pinnedNode, [path.join(root, 'tooling', 'src', script), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  });
  // A terminal sends Ctrl-C to both processes; other signals reach only this one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // Without npm, the shell that started this in the background may end before it.
  if (process.env.npm_lifecycle_event) whenParentEnds(() => child.kill('SIGTERM'));
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
};
