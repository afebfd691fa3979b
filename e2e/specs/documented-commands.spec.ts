// The commands of README.md and docs/operating.md, as processes on the set-ups that these describe. `tooling/src/checks` has the
// list of all documented commands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@readerlens/api/free-port';
import { newOwnedDatabase, npmRun, npmStart } from '../commands/npm.ts';
import { expect, test } from '../fixtures.ts';

const files = {
  'activities.csv': `external_id,occurred_at,client,document_external_id,reader_external_id
r1,2025-01-01,First Steps Ltd,d1,r1
`,
  'mapping.json': JSON.stringify({ constants: { community: 'Biologics' } }),
  'documents.csv': `document_external_id,document_title,client
d1,First Steps,First Steps Ltd
`,
};

interface Place {
  readonly folder: string;
  readonly address: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a configured product needs besides its database. */
const newPlace = async (change: (folder: string) => Readonly<Record<string, string>>): Promise<Place> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-commands-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const environment = {
    PORT: String(port),
    PUBLIC_URL: address,
    DATA_DIR: path.join(folder, 'data'),
    JWT_SECRET: 'a secret of thirty-two characters or more',
    ...change(folder),
  };
  return { folder, address, environment };
};

const oneImported = /^ *imported +1$/m;

const importActivities = (run: ReturnType<typeof npmRun>, folder: string) => {
  const file = (name: string) => path.join(folder, name);
  const options = ['--mapping', file('mapping.json'), '--report', file('rejected.csv')];
  return run('import', file('activities.csv'), ...options);
};

/** `npm start`, `pnpm create-admin` and `pnpm run import`, as documented for a configured database. */
const firstSteps = async ({ folder, environment }: Place) => {
  const product = npmStart(environment, 'start');
  await product.hasPrinted('Stop with Ctrl-C.');
  const run = npmRun(environment);
  const admin = await run('create-admin', 'you@company.com');
  expect([admin.code, admin.out]).toEqual([
    0,
    expect.stringContaining('you@company.com is a system administrator'),
  ]);
  const imported = await importActivities(run, folder);
  expect([imported.code, imported.out]).toEqual([0, expect.stringMatching(oneImported)]);
  return { product, run };
};

test('import works on the embedded database', async () => {
  const { folder, environment } = await newPlace(() => ({}));
  const { JWT_SECRET: _, ...embedded } = environment;
  const run = npmRun(embedded);
  const activities = await importActivities(run, folder);
  expect([activities.code, activities.out]).toEqual([0, expect.stringMatching(oneImported)]);
  rmSync(folder, { recursive: true });
});

test('a backup of the embedded database is restored beside it, and its deliveries are released', async () => {
  const { folder, environment } = await newPlace(() => ({}));
  const backup = path.join(folder, 'backup');
  const run = npmRun(environment);
  await importActivities(run, folder);
  const written = await run('backup', '--to', backup);
  expect([written.code, written.err, written.out]).toEqual([0, '', expect.stringContaining('rows of')]);
  const erasures = path.join(folder, 'erasures.json');
  const saved = await run('erasures', '--to', erasures);
  expect([saved.code, saved.out]).toEqual([
    0,
    expect.stringContaining('0 identities of readers erased for all clients, 0 of readers erased for some'),
  ]);
  const elsewhere = npmRun({ ...environment, DATA_DIR: path.join(folder, 'elsewhere') });
  const restored = await elsewhere('restore', '--from', backup);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('Deliveries are held')]);
  const again = await importActivities(elsewhere, folder);
  expect(again.out).toMatch(/^ *already present +1$/m);
  const replayed = await elsewhere('erasures', '--from', erasures);
  expect([replayed.code, replayed.out]).toEqual([0, expect.stringContaining('0 readers were erased again')]);
  const released = await elsewhere('deliveries', 'release');
  expect([released.code, released.out]).toEqual([0, expect.stringContaining('are released')]);
  expect((await elsewhere('deliveries', 'twice')).code).toBe(2);
  const encrypted = await elsewhere('reencrypt');
  expect([encrypted.code, encrypted.out]).toEqual([0, expect.stringContaining('has the current key')]);
  rmSync(folder, { recursive: true });
});

test('the first steps work on PostgreSQL, and the end of npm ends the product', async () => {
  const database = await newOwnedDatabase();
  test.skip(!database, 'There is no PostgreSQL server.');
  const place = await newPlace((folder) => ({
    DATABASE_URL: database!.ownerUrl,
    // Not the store of this checkout, from which the tested product is served.
    AREAS_STORE: path.join(folder, 'areas'),
  }));
  const { product, run } = await firstSteps(place);
  const documents = await run('import', path.join(place.folder, 'documents.csv'), '--kind', 'documents');
  expect([documents.code, documents.out]).toEqual([0, expect.stringMatching(/^ *added or changed +1$/m)]);
  await product.stop();
  await database!.drop();
  rmSync(place.folder, { recursive: true });
});

test('the first steps and deploys work where the tables belong to an owner role, with areas in a folder', async ({
  request,
}) => {
  const database = await newOwnedDatabase();
  test.skip(!database, 'There is no PostgreSQL server.');
  const place = await newPlace((folder) => ({
    DATABASE_URL: database!.appUrl,
    DATABASE_OWNER_URL: database!.ownerUrl,
    AREAS_STORE: path.join(folder, 'areas'),
    FILES_STORE: path.join(folder, 'files'),
  }));
  const { product, run } = await firstSteps(place);
  const { address, folder } = place;
  const store = ['--to', path.join(folder, 'areas')];
  const shell = ['--shell', address];
  const liveAreas = async () => {
    const { areas } = (await (await request.get(`${address}/registry.json`)).json()) as {
      areas: { id: string; version: string }[];
    };
    return areas;
  };
  await product.hasPrinted('npm run deploy-remote -- --all');
  expect(await liveAreas()).toEqual([]);

  await test.step('deploy-remote: all areas, and one', async () => {
    const all = await run('deploy-remote', '--all', ...store, ...shell);
    expect([all.code, all.out, all.err]).toEqual([
      0,
      expect.stringContaining('5 of 5 areas are deployed.'),
      '',
    ]);
    const one = await run('deploy-remote', 'mf-admin', ...store, ...shell);
    expect([one.code, one.err]).toEqual([0, '']);
    expect((await liveAreas()).map(({ id }) => id).toSorted()).toEqual([
      'admin',
      'alerts',
      'analytics',
      'onboarding',
      'review',
    ]);
  });

  const { version } = (await liveAreas()).find(({ id }) => id === 'admin')!;
  await test.step('backup of the running product', async () => {
    const written = await run('backup', '--to', path.join(folder, 'backup'));
    expect([written.code, written.err, written.out]).toEqual([
      0,
      '',
      expect.stringContaining('files of areas'),
    ]);
  });

  await test.step('erasures beside the running product', async () => {
    const erasures = path.join(folder, 'erasures.json');
    const saved = await run('erasures', '--to', erasures);
    expect([saved.code, saved.out]).toEqual([0, expect.stringContaining('0 identities')]);
    const replayed = await run('erasures', '--from', erasures);
    expect([replayed.code, replayed.out]).toEqual([0, expect.stringContaining('0 readers')]);
    expect((await run('erasures')).code).toBe(2);
    const foreign = await run('erasures', '--from', path.join(folder, 'backup', 'manifest.json'));
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('The file has no erasures')]);
  });

  await test.step('reencrypt beside the running product', async () => {
    const encrypted = await run('reencrypt');
    expect([encrypted.code, encrypted.out]).toEqual([0, expect.stringContaining('has the current key')]);
  });

  await test.step('preview-link', async () => {
    const options = ['--version', version, ...shell, '--path', '/admin/users', '--minutes', '60'];
    const link = await run('preview-link', 'admin', ...options);
    expect([link.code, link.out]).toEqual([0, expect.stringContaining(`${address}/admin/users`)]);
  });

  await test.step('withdraw-remote, and deploy-remote of the same version', async () => {
    const gone = await run('withdraw-remote', 'admin', ...store);
    expect([gone.code, (await liveAreas()).map(({ id }) => id)]).toEqual([
      0,
      expect.not.arrayContaining(['admin']),
    ]);
    const back = await run('deploy-remote', 'admin', ...store, ...shell, '--version', version);
    expect([back.code, back.err]).toEqual([0, '']);
    expect((await liveAreas()).map(({ id }) => id)).toContain('admin');
  });

  await product.stop();
  await database!.drop();
  rmSync(folder, { recursive: true });
});
