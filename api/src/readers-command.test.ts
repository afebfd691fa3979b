// pnpm readers: requests of readers, answered from the command line.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unknownClientMessage } from '@readerlens/contract/messages';
import { emailInReferenceMessage, unknownReadersMessage } from '@readerlens/contract/personal-data/messages';
import { runHere } from './data/backup/testing/places.ts';
import { runImport } from './data/import/run-import.ts';
import { openDatabase } from './platform/db/index.ts';
import type { Database } from './platform/db/index.ts';
import { addUser } from './platform/testing/index.ts';
import { runCreateAdmin } from './run-create-admin.ts';
import { runReaders } from './run-readers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-readers-'));
const inFolder = (name: string) => path.join(folder, name);
const secret = 'a secret of thirty-two characters or more';
const settings = { LOG_LEVEL: 'silent', DATA_DIR: inFolder('data'), JWT_SECRET: secret, ERASURE_KEY: secret };

const run = async (...argv: readonly string[]) => {
  const { code, output } = await runHere(runReaders, [...argv, '--by', 'you@company.com'], settings);
  return [code, output] as const;
};
const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase({ dataDir: settings.DATA_DIR });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
const importReader = async (id: string, client = 'Norvane') => {
  writeFileSync(
    inFolder('rows.csv'),
    `external_id,occurred_at,client,community,document_external_id,reader_email,reader_first_name,reader_last_name,reader_company
${id},2026-01-05,${client},Biologics,d1,ana@acme.example,Ana,Ruiz,Acme\n`,
  );
  const silent = { write: () => true } as unknown as NodeJS.WritableStream;
  const options = { environment: settings, stdout: silent, stderr: silent };
  expect(await runImport([inFolder('rows.csv')], options)).toBe(0);
};

beforeAll(async () => {
  await runHere(runCreateAdmin, ['you@company.com'], settings);
  await importReader('a1');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('finds readers with the ids that the other actions take', async () => {
  expect(await run('find', 'Ana@acme.example')).toEqual([
    0,
    '1: Ana Ruiz, Acme; 1 activity from 2026-01-05 to 2026-01-05 (1 Norvane)\n0 rows of webinars, events and newsletters have it.\n',
  ]);
});

it('is for administrators only, and leaves everything as it is after a mistake', async () => {
  await withDatabase((db) => addUser(db, { email: 'ina@company.com', role: 'Internal' }));
  for (const by of ['ina@company.com', 'nobody@company.com'])
    expect(await runHere(runReaders, ['find', 'ana@acme.example', '--by', by], settings)).toMatchObject({
      code: 1,
      output: `${by} is no active account of an administrator, who alone may answer such requests.\n`,
    });
  for (const [argv, code, said] of [
    [['erase', '1', '--reference', 'Case of ana@acme.example'], 1, emailInReferenceMessage],
    [['erase', '1,987'], 1, unknownReadersMessage],
    [['erase', 'ana@acme.example'], 2, 'is not the id of a reader'],
    [['erase', '1', '--keep', 'everything'], 2, 'Usage:'],
    [['restrict', '1'], 2, 'Enter a reason.'],
    [['restrict', '1,2', '--reason', 'Contested'], 2, 'Usage:'],
    [['export', '1'], 2, 'Usage:'],
    [['export', '987', '--to', inFolder('nobody.json')], 1, unknownReadersMessage],
    [['export', '1', '--to', inFolder('nobody.json'), '--clients', '987'], 1, unknownClientMessage],
    [['erase', '1', '--clients', '987'], 1, unknownClientMessage],
    [['restrict', '1', '--reason', 'Contested', '--clients', 'Norvane'], 2, 'is not the id of a client'],
    [['forget', '1'], 2, 'Usage:'],
  ] as const)
    expect([argv, ...(await run(...argv))]).toEqual([argv, code, expect.stringContaining(said)]);
  expect((await run('find', 'ana@acme.example'))[1]).toContain('1: Ana Ruiz, Acme;');
  expect(existsSync(inFolder('nobody.json'))).toBe(false);
});

it('exports into a new file that only its owner can read', async () => {
  const file = inFolder('ana.json');
  expect(await run('export', '1', '--to', file, '--reference', 'Case 7')).toEqual([0, `Written: ${file}.\n`]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    readers: [{ reader: { email: 'ana@acme.example' }, activities: [{}] }],
  });
  const ofClient = inFolder('client.json');
  expect((await run('export', '1', '--to', ofClient, '--clients', '1'))[0]).toBe(0);
  expect(JSON.parse(readFileSync(ofClient, 'utf8'))).toMatchObject({ readers: [{ activities: [{}] }] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await run('export', '1', '--to', file)).toEqual([1, expect.stringContaining('file already exists')]);
  expect((await run('export', '1', '--to', inFolder('ana.pdf')))[0]).toBe(0);
  expect(readFileSync(inFolder('ana.pdf'), 'latin1')).toMatch(/^%PDF-/);
});

it('restricts and erases what some clients know', async () => {
  await importReader('b1', 'Borealis');
  const restricted = await run('restrict', '1', '--reason', 'Contested', '--clients', '2');
  expect(restricted).toEqual([0, 'The reader is restricted.\n']);
  const found = (await run('find', 'ana@acme.example'))[1];
  expect(found).toContain('1: Ana Ruiz, Acme; 1 activity from 2026-01-05 to 2026-01-05 (1 Norvane)');
  expect(found).toContain('2: Restricted Reader, restricted for Borealis; 1 activity');
  const [code, output] = await run('erase', '2');
  expect([code, output.split('\n')[0]]).toEqual([
    0,
    '1 reader was erased; 1 activity counts on under a pseudonym.',
  ]);
  await importReader('b2', 'Borealis');
  expect((await run('find', 'ana@acme.example'))[1]).toMatch(/^1: Ana Ruiz, Acme; 1 activity .*\n0 rows/);
});

it('restricts, lifts and erases as the page does, and records who has answered', async () => {
  const restricted = await run('restrict', '1', '--reason', 'Contested', '--reference', 'Case 8');
  expect(restricted).toEqual([0, 'The reader is restricted.\n']);
  expect((await run('find', 'ana@acme.example'))[1]).toContain(
    '1: Restricted Reader, restricted; 1 activity',
  );
  expect(await run('lift', '1')).toEqual([0, 'The restriction was lifted.\n']);
  const [code, output] = await run('erase', '1', '--keep', 'jobTitle,place', '--reference', 'Case 8');
  expect([code, output.split('\n')[0]]).toEqual([
    0,
    '1 reader was erased; 1 activity counts on under a pseudonym.',
  ]);
  await importReader('a2');
  expect((await run('find', 'ana@acme.example'))[1]).toMatch(/^No reader has this e-mail\.$/m);
  await withDatabase(async ({ kysely }) => {
    const requests = await kysely
      .selectFrom('personal_data_request as r')
      .innerJoin('app_user as u', 'u.id', 'r.user_id')
      .select(['r.kind', 'r.reference', 'r.kept', 'u.email'])
      .orderBy('r.at')
      .execute();
    expect(requests.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['export', 'Case 7'],
      ['export', ''],
      ['export', ''],
      ['restriction', ''],
      ['erasure', ''],
      ['restriction', 'Case 8'],
      ['lifting', ''],
      ['erasure', 'Case 8'],
    ]);
    expect(requests.at(-1)).toMatchObject({ kept: ['jobTitle', 'place'], email: 'you@company.com' });
    const { readers } = await kysely
      .selectFrom('reader')
      .select(({ fn }) => fn.countAll<number>().as('readers'))
      .executeTakeFirstOrThrow();
    expect(readers).toBe(2);
  });
});
