// Every command that README.md and docs/*.md document is run by a test, on each set-up on which they document it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packagedCommands } from '../package/packaged-commands.ts';
import { repositoryRoot } from '../paths.ts';

interface Documented {
  readonly file: string;
  /** As it is written, without a comment. */
  readonly text: string;
}

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(path.join(repositoryRoot, 'docs')).map((name) => `docs/${name}`),
].filter((file) => file.endsWith('.md'));

/** The lines of code blocks, and the code spans, that begin with a program that runs commands. */
const commandsIn = (file: string): Documented[] => {
  const text = read(file);
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(
    ([, span = '']) => span,
  );
  return [...blocks, ...spans]
    .map((line) => line.replace(/\s+#.*/, '').trim())
    .filter((line) => /^(npm|pnpm|npx|node) /.test(line) && !/ NAME\b/.test(line))
    .map((line) => ({ file, text: line }));
};
const documented = pages.flatMap(commandsIn);

/** Of this repository: a script of package.json, also in a package, or a command of the area kit, with its arguments. */
const ofScript =
  /^(?:npm (start|test)|npm run ([\w-]+)(?: --)?|pnpm (?:run )?([\w-]+)|npx (readerlens-area [\w-]+)|node readerlens\.mjs ([\w-]+))(?: |$)(.*)/;
const findScript = ({ text }: Documented) => {
  const [, short, long, pnpm, kit, packaged, rest = ''] = ofScript.exec(text) ?? [];
  const name = short ?? long ?? pnpm ?? kit ?? packaged;
  return name === undefined ? undefined : { name, options: rest.match(/(?<= |^)--[\w-]+/g) ?? [] };
};

/** Commands of other programs, which are none of the product's. */
const others =
  /^(npx (jest|openapi-typescript|playwright|tsc)\b|npm (ci|install)\b|node (--cpu-prof )?node_modules\/jest\/)/;

/** Of the database, of the stores, and of processes. */
const setUps = ['embedded', 'PostgreSQL', 'tables of an owner', 'S3', 'several processes'] as const;
type SetUp = (typeof setUps)[number] | 'folder' | 'any';
interface Entry {
  /** By set-up, the file that runs the command there, and the test in it. */
  readonly tests?: Partial<Record<SetUp, readonly [file: string, title: string]>>;
  /** Why no test runs it as documented; `tests` then have its parts. */
  readonly byHand?: string;
}

const firstSteps = 'e2e/specs/documented-commands.spec.ts';
const onPostgres = [firstSteps, 'the first steps work on PostgreSQL'] as const;
const ofAnOwner = [
  firstSteps,
  'the first steps and deploys work where the tables belong to an owner role',
] as const;
const drill = [firstSteps, 'a backup of the embedded database is restored beside it'] as const;
/** As processes on each set-up, in the soak. */
const soaked = 'tooling/src/cli/set-ups.test.ts';
const onEverySetUp = Object.fromEntries(
  setUps.map((setUp) => [setUp, [soaked, `${/\W/.test(setUp) ? `'${setUp}'` : setUp}: {`]]),
) as unknown as Record<(typeof setUps)[number], readonly [file: string, title: string]>;
const deploys = 'tooling/src/deploy/commands.test.ts';

const strangersTest = [
  'e2e/specs/strangers-area.spec.ts',
  'its next version is staged, previewed, a canary, deployed and rolled back',
] as const;
const canaryTests = { any: strangersTest };

const registry: Readonly<Record<string, Entry>> = {
  start: {
    tests: {
      embedded: ['e2e/playwright.config.ts', 'start.mjs'],
      PostgreSQL: onPostgres,
      'tables of an owner': ofAnOwner,
      folder: ofAnOwner,
    },
  },
  test: { tests: { any: ['.ci/run', 'npm test'] } },
  import: {
    tests: {
      ...onEverySetUp,
      embedded: [firstSteps, 'import works on the embedded database'],
      PostgreSQL: onPostgres,
      'tables of an owner': ofAnOwner,
    },
  },
  backup: { tests: { ...onEverySetUp, embedded: drill, 'tables of an owner': ofAnOwner } },
  restore: { tests: { ...onEverySetUp, embedded: drill } },
  deliveries: { tests: { ...onEverySetUp, embedded: drill } },
  erasures: { tests: { ...onEverySetUp, embedded: drill, 'tables of an owner': ofAnOwner } },
  readers: { tests: onEverySetUp },
  reencrypt: { tests: { ...onEverySetUp, embedded: drill, 'tables of an owner': ofAnOwner } },
  'create-admin': { tests: { ...onEverySetUp, PostgreSQL: onPostgres, 'tables of an owner': ofAnOwner } },
  package: { tests: { any: ['e2e/specs/package.spec.ts', 'the package serves pages and areas'] } },
  'deploy-remote': {
    tests: {
      folder: ofAnOwner,
      S3: [deploys, 'stage a version, link to it, and switch to it in each channel'],
    },
  },
  'preview-link': {
    tests: { folder: ofAnOwner, S3: [deploys, 'serve a version from this machine, and link to it'] },
  },
  'serve-area': { tests: { any: [deploys, 'serve a version from this machine, and link to it'] } },
  rollback: {
    tests: {
      folder: ['tooling/src/deploy/roll-back.test.ts', 'rolls back to a given version'],
      S3: [deploys, 'roll back to a given version'],
    },
  },
  'withdraw-remote': { tests: { folder: ofAnOwner, S3: [deploys, 'withdraw an area and deploy it again'] } },
  'repair-registry': {
    tests: {
      any: [
        'tooling/src/registry/repair.test.ts',
        'is repaired by a command, and refused by deploys until then',
      ],
    },
    byHand: 'It needs a damaged registry.',
  },
  bench: {
    tests: { any: ['tooling/src/bench/api/benches.test.ts', 'loads, and refuses invalid arguments'] },
    byHand: 'A measurement needs a machine without other work; the soak runs each one at a small size.',
  },
  soak: {
    tests: { any: ['tooling/src/cli/soak.test.ts', 'soak'] },
    byHand: 'It takes hours, and runs all other tests.',
  },
  canary: { tests: canaryTests },
  'create-area': {
    tests: { any: ['tooling/src/create/create-area.test.ts', 'creates a package with a valid description'] },
    byHand: 'It changes the checkout and its lock file.',
  },
  dev: { byHand: 'It bundles every package twice, and watches all sources.' },
  'dev-remote': {
    tests: { any: ['tooling/src/serve/dev-proxy.test.ts', 'shows deployed pages with the local build'] },
    byHand: 'It bundles a package and watches its sources.',
  },
};

const kitTest = 'tooling/src/kit/kit.test.ts';
const inTeamRepository = (title: string): Entry => ({ tests: { folder: [kitTest, title] } });
/** With a store in a folder, and with a deploy token. */
const withEither = (title: string): Entry => ({
  tests: {
    folder: [kitTest, title],
    any: strangersTest,
  },
});

/** The commands of the area kit, which are no scripts of package.json. */
const kitRegistry: Readonly<Record<string, Entry>> = {
  'readerlens-area create': inTeamRepository('is created, built, deployed and served'),
  'readerlens-area build': inTeamRepository('is created, built, deployed and served'),
  'readerlens-area dev': inTeamRepository('is shown in the product while it is developed'),
  'readerlens-area canary': { tests: canaryTests },
  'readerlens-area deploy': withEither('is created, built, deployed and served'),
  'readerlens-area stage': withEither('is staged, rolled back and withdrawn'),
  'readerlens-area preview-link': withEither('is staged, rolled back and withdrawn'),
  'readerlens-area rollback': withEither('is staged, rolled back and withdrawn'),
  'readerlens-area withdraw': withEither('is staged, rolled back and withdrawn'),
};

const entries = Object.entries({ ...registry, ...kitRegistry });
const listTests = ({ tests = {} }: Entry) => Object.values(tests);

it('every documented command is of this repository, or known to be of another program', () => {
  expect(documented.length).toBeGreaterThan(60);
  expect(documented.filter((each) => !findScript(each) && !others.test(each.text))).toEqual([]);
});

it('every documented script exists and is in the registry, and nothing else is', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const names = new Set(documented.flatMap((each) => findScript(each)?.name ?? []));
  const known = { ...scripts, ...kitRegistry };
  expect([...names].filter((name) => !Object.hasOwn(known, name))).toEqual([]);
  expect([...names].sort()).toEqual(entries.map(([name]) => name).sort());
});

it('what is documented of a package is one of its commands', () => {
  const names = documented.flatMap(({ text }) => /^node readerlens\.mjs ([\w-]+)/.exec(text)?.[1] ?? []);
  expect(names).toContain('start');
  expect(names.filter((name) => !packagedCommands.includes(name))).toEqual([]);
});

it('npm gets arguments of the command after --', () => {
  const wrong = documented.filter(({ text }) => /^npm run [\w-]+ (?!-- )/.test(text));
  expect(wrong).toEqual([]);
});

/** The sources of all commands, by name. */
const readCommands = (): [string, string][] =>
  readdirSync(path.join(repositoryRoot, 'tooling', 'src', 'cli'))
    .filter((name) => !name.includes('.test.'))
    .map((name) => [name.replace('.ts', ''), read(`tooling/src/cli/${name}`)]);

/** All sources below a folder, without tests and what is for them. */
const readSources = (folder: string): [string, string][] =>
  readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !/\b(?:testing|bench)\b/.test(name))
    .map((name) => [`${folder}/${name}`, read(`${folder}/${name}`)]);

it('commands read the configuration by one function, which explains errors and closes what they open', () => {
  const reading = [...readSources('api/src'), ...readSources('tooling/src')].filter(([, source]) =>
    /import \{[^}]*\breadConfig\b/.test(source),
  );
  expect(reading.map(([name]) => name).toSorted()).toEqual([
    'api/src/main.ts',
    'api/src/platform/command.ts',
    // The server, which stops in a way of its own.
    'tooling/src/cli/start.ts',
  ]);
  const opening = readCommands().filter(([, source]) => /\bopen(?:Database|Services)\b/.test(source));
  expect(opening.map(([name]) => name)).toEqual([]);
});

it('commands of the product install no tools for tests on the machine of an operator', () => {
  const running = readCommands().filter(([, source]) => source.includes(`from '@readerlens/api';`));
  const [, list = ''] = /commandsOfProduct = \[([^\]]+)\]/.exec(read('tooling/bin/run.mjs')) ?? [];
  const listed = Array.from(list.matchAll(/'([\w-]+)'/g), ([, name]) => name);
  // It has a script of its own, which installs the same.
  const missing = running.filter(([name]) => name !== 'start' && !listed.includes(name));
  expect(running.length).toBeGreaterThan(6);
  expect(missing.map(([name]) => name)).toEqual([]);
});

it('each command of the product that ends by itself is run on each set-up, and refuses what every one does', () => {
  const [, list = ''] = /commandsOfProduct = \[([^\]]+)\]/.exec(read('tooling/bin/run.mjs')) ?? [];
  const names = Array.from(list.matchAll(/'([\w-]+)'/g), ([, name]) => name!).filter(
    (name) => !['build', 'dev'].includes(name),
  );
  expect(names.length).toBeGreaterThan(6);
  const missing = names.flatMap((name) =>
    setUps.filter((setUp) => !registry[name]?.tests?.[setUp]).map((setUp) => `${name} on ${setUp}`),
  );
  expect(missing).toEqual([]);
  const unlisted = names.filter((name) => !read(soaked).includes(`name: '${name}'`));
  expect(unlisted).toEqual([]);
  const refusing = read('api/src/commands.test.ts');
  expect(names.filter((name) => !new RegExp(`^ {2}'?${name}'?: \\{ run`, 'm').test(refusing))).toEqual([]);
});

it.each(entries)('%s is run by existing tests, or by hand for a reason', (_, entry) => {
  expect(listTests(entry).length > 0 || entry.byHand !== undefined).toBe(true);
  const missing = listTests(entry).filter(
    ([file, title]) => !existsSync(path.join(repositoryRoot, file)) || !read(file).includes(title),
  );
  expect(missing).toEqual([]);
});

it.each(entries.filter(([, { byHand }]) => byHand === undefined))(
  '%s is run with each documented option',
  (name, entry) => {
    const options = documented.map(findScript).flatMap((each) => (each?.name === name ? each.options : []));
    const texts = listTests(entry).map(([file]) => read(file));
    expect(
      [...new Set(options)].filter((option) => !texts.some((text) => text.includes(`'${option}'`))),
    ).toEqual([]);
  },
);

/** pnpm has commands of its own, some of which have the name of a script. */
it('pnpm runs the script that is meant', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-pnpm-'));
  const scripts = Object.fromEntries(Object.keys(registry).map((name) => [name, `echo script ${name}`]));
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'commands', private: true, scripts }),
  );
  const pnpm = path.join(repositoryRoot, '.tools', 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
  const forms = new Set(documented.flatMap(({ text }) => /^pnpm (?:run )?[\w-]+/.exec(text) ?? []));
  const wrong = [...forms].filter((form) => {
    const [, ...args] = form.split(' ');
    const { stdout } = spawnSync(process.execPath, [pnpm, ...args, 'x'], { cwd: folder, encoding: 'utf8' });
    return !stdout.includes(`script ${args.at(-1)} x`);
  });
  rmSync(folder, { recursive: true });
  expect(wrong).toEqual([]);
});
