// Each command that opens the installation, as a process, on each set-up that docs/operating.md describes.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startS3 } from '@readerlens/api/storage/testing';
import type { S3Server } from '@readerlens/api/storage/testing';
import { isSoak } from '@readerlens/filters/testing';
import { repositoryRoot } from '../paths.ts';

const root = mkdtempSync(path.join(tmpdir(), 'readerlens-set-ups-'));
const inRoot = (name: string) => path.join(root, name);
writeFileSync(
  inRoot('activities.csv'),
  'external_id,occurred_at,client,community,document_external_id,reader_external_id\nr1,2025-01-01,First Ltd,Biologics,d1,r1\n',
);

interface Command {
  readonly name: string;
  readonly argv: (folder: string) => readonly string[];
  readonly prints: RegExp;
  /** Into a place of its own, which is empty. */
  readonly elsewhere?: true;
}

/** About the reader of the import. */
const ofReader = (action: string) => [action, '1', '--by', 'you@company.com', '--reference', 'Case 7'];

/** In an order in which each has something to do. */
const commands: readonly Command[] = [
  {
    name: 'create-admin',
    argv: () => ['you@company.com', '--first-name', 'Ada', '--last-name', 'Lee'],
    prints: /is a system administrator/,
  },
  { name: 'import', argv: () => [inRoot('activities.csv')], prints: /^ *imported +1$/m },
  {
    name: 'readers',
    argv: () => ['find', 'ana@acme.example', '--by', 'you@company.com'],
    prints: /^No reader has this e-mail\.$/m,
  },
  {
    name: 'readers',
    argv: (folder) => [...ofReader('export'), '--to', path.join(folder, 'reader.pdf')],
    prints: /^Written: /,
  },
  {
    name: 'readers',
    argv: () => [...ofReader('correct'), '--last-name', 'Ruiz', '--phone', ''],
    prints: /^The reader was corrected\.$/m,
  },
  {
    name: 'readers',
    argv: () => [...ofReader('restrict'), '--reason', 'Contested', '--clients', '1'],
    prints: /^The reader is restricted\.$/m,
  },
  { name: 'readers', argv: () => ofReader('lift'), prints: /^The restriction was lifted\.$/m },
  {
    name: 'readers',
    argv: () => [...ofReader('erase'), '--keep', 'jobTitle,place'],
    prints: /^1 reader was erased; 1 activity counts on/,
  },
  { name: 'deliveries', argv: () => ['hold'], prints: /^Deliveries are held\.$/m },
  { name: 'deliveries', argv: () => ['release'], prints: /^The deliveries are released\./m },
  { name: 'erasures', argv: (folder) => ['--to', path.join(folder, 'erasures')], prints: /^Saved in / },
  { name: 'erasures', argv: (folder) => ['--from', path.join(folder, 'erasures')], prints: /^0 readers/ },
  { name: 'reencrypt', argv: () => [], prints: /has the current key/ },
  { name: 'backup', argv: (folder) => ['--to', path.join(folder, 'backup')], prints: /files of areas/ },
  {
    name: 'restore',
    argv: (folder) => ['--from', path.join(folder, 'backup')],
    prints: /^Restored\./m,
    elsewhere: true,
  },
];

type Environment = Readonly<Record<string, string>>;

const buildEnvironment = (environment: Environment) => ({ PATH: process.env['PATH'], ...environment });

const runNode = (environment: Environment, script: string, ...argv: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(repositoryRoot, script), ...argv],
      { env: buildEnvironment(environment) },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const databases: string[] = [];
const ownedDatabase = 'api/src/platform/testing/owned-database.ts';

/** The addresses of a new database; undefined without a server. */
const createDatabase = async (): Promise<{ ownerUrl: string; appUrl: string } | undefined> => {
  const name = `readerlens_test_${Math.floor(Date.now() / 1000)}x${crypto.randomUUID().slice(0, 8)}_owned`;
  databases.push(name);
  const { out } = await runNode(process.env as Environment, ownedDatabase, 'create', name);
  return (JSON.parse(out) as { ownerUrl: string; appUrl: string } | null) ?? undefined;
};

let s3: S3Server;
afterAll(() => rmSync(root, { recursive: true }));

interface SetUp {
  /** What differs from the embedded database with folders. */
  readonly settings: (place: string) => Promise<Environment | undefined>;
  /** Processes of the product that run beside the commands. */
  readonly processes?: readonly Environment[];
}

const onServer = async (): Promise<Environment | undefined> => {
  const database = await createDatabase();
  return database && { DATABASE_URL: database.ownerUrl };
};
const ofAnOwner = async (): Promise<Environment | undefined> => {
  const database = await createDatabase();
  return database && { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
};

const setUps: Readonly<Record<string, SetUp>> = {
  embedded: { settings: async () => ({}) },
  PostgreSQL: { settings: onServer },
  'tables of an owner': { settings: ofAnOwner },
  S3: {
    settings: async (place) => {
      const [files, areas] = ['files', 'areas'].map((name) => s3.target(`${place}/${name}`));
      return { ...s3.environment, FILES_STORE: files!, AREAS_STORE: areas! };
    },
  },
  'several processes': {
    settings: onServer,
    processes: [{ WORKERS: 'off' }, { WORKERS: 'only' }],
  },
};

const createPlace = async (name: string, { settings }: SetUp): Promise<Environment | undefined> => {
  const special = await settings(name.replaceAll(' ', '-'));
  return (
    special && {
      LOG_LEVEL: 'info',
      PORT: '0',
      DATA_DIR: inRoot(`${name}-data`),
      FILES_STORE: inRoot(`${name}-files`),
      AREAS_STORE: inRoot(`${name}-areas`),
      JWT_SECRET: 'a secret of thirty-two characters or more',
      ERASURE_KEY: 'a secret of thirty-two characters or more',
      ...special,
    }
  );
};

/** Starts a process of the product, and waits until it serves. Returns how to stop it. */
const startProcess = async (environment: Environment) => {
  const child = spawn(process.execPath, [path.join(repositoryRoot, 'api', 'src', 'main.ts')], {
    env: buildEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => line.includes('Server listening') && resolve())
      .on('close', () => reject(new Error('The process has ended.')));
  });
  return async () => {
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  };
};

it('the commands are those of this checkout', () => {
  const files = readdirSync(path.join(repositoryRoot, 'tooling', 'src', 'cli'));
  expect(commands.filter(({ name }) => !files.includes(`${name}.ts`))).toEqual([]);
});

/** What a command writes to stderr but for how far an import is, and the lines of the log that are no warnings. */
const withoutProgress = (err: string) =>
  err.replaceAll(/^(?:(?:loading|finishing): |\{"level":30,).*\n/gm, '');

it('a command prints nothing but its answer, whatever LOG_LEVEL says', async () => {
  const place = await createPlace('answers', { settings: async () => ({}) });
  const admin = await runNode(place!, 'tooling/src/cli/create-admin.ts', 'you@company.com');
  expect([admin.code, withoutProgress(admin.err), admin.out]).toEqual([
    0,
    '',
    expect.stringMatching(/^you@company\.com is a system administrator\./),
  ]);
});

// In `npm test`, the browser tests run them with npm on most set-ups.
if (isSoak)
  describe('the commands', () => {
    beforeAll(async () => {
      s3 = await startS3();
    });
    afterAll(async () => {
      await s3.close();
      for (const name of databases) await runNode(process.env as Environment, ownedDatabase, 'drop', name);
    });

    it.each(Object.entries(setUps))(
      'do what they say on %s',
      async (name, setUp) => {
        const folder = mkdtempSync(inRoot('out-'));
        const place = await createPlace(name, setUp);
        if (!place) return;
        const stops = await Promise.all(
          (setUp.processes ?? []).map((change) => startProcess({ ...place, ...change })),
        );
        for (const { name: command, argv, prints, elsewhere } of commands) {
          const environment = elsewhere ? await createPlace(`${name} elsewhere`, setUp) : place;
          const script = `tooling/src/cli/${command}.ts`;
          const { code, out, err } = await runNode(environment!, script, ...argv(folder));
          const errors = withoutProgress(err);
          expect([command, code, errors, out]).toEqual([command, 0, '', expect.stringMatching(prints)]);
        }
        for (const stop of stops) await stop();
      },
      600_000,
    );
  });
