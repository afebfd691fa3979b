import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import semver from 'semver';
import { repositoryRoot } from '../paths.ts';
import { compileModules } from './compile.ts';
import { copyLibraries } from './libraries.ts';
import { formatVersion } from './package-version.ts';
import { packagedCommands } from './packaged-commands.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [node = ''] = process.versions.node.split('.');
const fitting = {
  version: '1.2.3',
  engines: { node },
  os: process.platform,
  cpu: process.arch,
  libc: process.platform === 'linux' ? 'glibc' : undefined,
};

/** Runs the script of a package that has no commands but one, which prints its arguments. */
const run = (manifest: object, ...args: string[]) => {
  const place = mkdtempSync(path.join(folder, 'script-'));
  const commands = path.join(place, 'tooling', 'src', 'cli');
  mkdirSync(commands, { recursive: true });
  writeFileSync(path.join(commands, 'say.js'), 'console.log(process.argv.slice(2).join())');
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }));
  cpSync(path.join(import.meta.dirname, 'readerlens.mjs'), path.join(place, 'readerlens.mjs'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(place, 'readerlens.mjs'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return [status, stdout, stderr];
};

describe('the script of a package', () => {
  it('runs a command with its arguments', () => {
    expect(run(fitting, 'say', 'one', '--two')).toEqual([0, 'one,--two\n', '']);
  });

  it('lists its commands if the command is unknown', () => {
    const usage =
      'Readerlens 1.2.3\n\nUsage: node readerlens.mjs COMMAND [ARGUMENTS]\n\nCommands: say\n\nHow to operate it: docs/operating.md\n';
    expect([run(fitting, 'shout'), run(fitting)]).toEqual([
      [2, '', usage],
      [2, '', usage],
    ]);
  });

  it('says which Node it needs', () => {
    const text = `This package of Readerlens 1.2.3 needs Node 99; this is Node ${process.versions.node}.\n`;
    expect(run({ ...fitting, engines: { node: '99' } }, 'say')).toEqual([1, '', text]);
  });

  it('says which platform it needs', () => {
    const here = `${process.platform}-${process.arch}`;
    const [status, , text] = run({ ...fitting, os: 'plan9', cpu: 'mips', libc: undefined }, 'say');
    expect([status, text]).toEqual([
      1,
      expect.stringContaining(`This package of Readerlens 1.2.3 is for plan9-mips; this machine is ${here}`),
    ]);
  });
});

describe('the version of a package', () => {
  const hash = '0123456789abcdef0123456789abcdef01234567';

  it.each([
    [hash, '1.2.3+0123456789ab'],
    [`${hash}-dirty`, '1.2.3+0123456789ab-dirty'],
    ['release/7', '1.2.3+release-7'],
    [undefined, '1.2.3'],
  ])('of commit %s', (commit, version) => {
    expect([formatVersion('1.2.3', commit), semver.valid(version)]).toEqual([version, '1.2.3']);
  });
});

describe('the modules of a package', () => {
  const target = path.join(folder, 'modules');
  const entries = packagedCommands.map((name) =>
    path.join(repositoryRoot, 'tooling', 'src', 'cli', `${name}.ts`),
  );
  const libraries = compileModules(entries, target);
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const read = (name: string) => readFileSync(path.join(target, name), 'utf8');

  it('are in their places, on the lines of the sources', () => {
    const start = read('tooling/src/cli/start.js').split('\n');
    const source = readFileSync(entries[packagedCommands.indexOf('start')]!, 'utf8').split('\n');
    const isCall = (line: string) => line.startsWith('start().catch(');
    expect([start.length, start.findIndex(isCall)]).toEqual([source.length, source.findIndex(isCall)]);
  });

  it('import each other by file, and have the scripts of their threads', () => {
    expect(
      files.filter((name) => /^(import|export|\}).* from '(@readerlens\/|[^']*\.ts')/m.test(read(name))),
    ).toEqual([]);
    const session = read('api/src/platform/db/pglite-session.js');
    expect(session).toContain("new URL('./pglite-worker.js', import.meta.url)");
    expect(files).toContain('api/src/platform/db/pglite-worker.js');
  });

  it('have no tests, and need no tools that build', () => {
    expect(files.filter((name) => /testing\/|\.test\.|^tooling\/src\/kit\//.test(name))).toEqual([]);
    expect([...libraries.keys()]).toEqual(expect.arrayContaining(['fastify', '@electric-sql/pglite']));
    const tools = ['@swc/core', 'jest', 'typescript', 'webpack'];
    expect(tools.filter((name) => libraries.has(name))).toEqual([]);
  });

  it('name the commands of the package', () => {
    writeFileSync(path.join(target, 'package.json'), JSON.stringify({ type: 'module' }));
    const file = path.join(target, 'tooling', 'src', 'package', 'instead', 'command-text.js');
    expect(read('api/src/data/backup/commands.js')).toContain(
      "from '../../../../tooling/src/package/instead/command-text.js'",
    );
    const code = `const { formatProductCommand } = await import('${pathToFileURL(file).href}');
      process.stdout.write(formatProductCommand('backup'));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(stdout).toBe(`node ${path.join(target, 'readerlens.mjs')} backup`);
  });
});

describe('the libraries of a package', () => {
  const installed = path.join(folder, 'installed');
  const install = (place: string, manifest: object) => {
    mkdirSync(path.join(installed, place), { recursive: true });
    writeFileSync(path.join(installed, place, 'package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(installed, place, 'index.d.ts'), '');
  };
  const readVersion = (place: string) =>
    (
      JSON.parse(readFileSync(path.join(folder, 'copied', place, 'package.json'), 'utf8')) as {
        version: string;
      }
    ).version;

  it('are at the top, or in the library that needs another version, without declarations', () => {
    install('node_modules/frame', { dependencies: { paint: '1' }, optionalDependencies: { missing: '1' } });
    install('node_modules/brush', { dependencies: { paint: '2' } });
    install('node_modules/paint', { version: '1.0.0' });
    install('node_modules/brush/node_modules/paint', { version: '2.0.0' });
    const importer = path.join(installed, 'main.js');
    copyLibraries(
      new Map([
        ['frame', importer],
        ['brush', importer],
      ]),
      path.join(folder, 'copied'),
    );
    expect(readVersion('node_modules/paint')).toBe('1.0.0');
    expect(readVersion('node_modules/brush/node_modules/paint')).toBe('2.0.0');
    const files = readdirSync(path.join(folder, 'copied'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.includes('.'))).toHaveLength(4);
  });

  it('must be installed, unless they are optional', () => {
    install('node_modules/easel', { dependencies: { missing: '1' } });
    const libraries = new Map([['easel', path.join(installed, 'main.js')]]);
    expect(() => copyLibraries(libraries, path.join(folder, 'copied'))).toThrow(
      "Cannot find package 'missing'",
    );
  });
});
