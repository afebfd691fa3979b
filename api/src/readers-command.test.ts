// pnpm readers: requests of readers, answered from the command line.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unknownClientMessage } from '@readerlens/contract/messages';
import type { CorrectableField } from '@readerlens/contract/personal-data';
import {
  correctedMessage,
  correctionEmptyMessage,
  emailInReasonMessage,
  emailInReferenceMessage,
  unknownReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { correctableColumns } from './features/personal-data/correct.ts';
import { runHere } from './data/backup/testing/places.ts';
import { importText, temporaryFiles } from './data/import/testing/import-files.ts';
import { runImport } from './data/import/run-import.ts';
import { createJobQueue } from './platform/jobs/index.ts';
import { addUser, describeOnOneEngine, testApi } from './platform/testing/index.ts';
import { runCreateAdmin } from './run-create-admin.ts';
import { runReaders } from './run-readers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readerlens-readers-'));
const inFolder = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const listRows = (id: string, client: string) =>
  `external_id,occurred_at,client,community,document_external_id,reader_email,reader_first_name,reader_last_name,reader_company
${id},2026-01-05,${client},Biologics,d1,ana@acme.example,Ana,Ruiz,Acme\n`;
const foundAna = [
  0,
  '1: Ana Ruiz, Acme; 1 activity from 2026-01-05 to 2026-01-05; clients: 1 = Norvane\n0 rows of webinars, events and newsletters have this e-mail.\n',
];

it('opens the installation, and finds readers with the ids that the other actions take', async () => {
  const secret = 'a secret of thirty-two characters or more';
  const settings = { LOG_LEVEL: 'silent', DATA_DIR: inFolder('data'), JWT_SECRET: secret };
  expect((await runHere(runCreateAdmin, ['you@company.com'], settings)).code).toBe(0);
  writeFileSync(inFolder('rows.csv'), listRows('a1', 'Norvane'));
  const silent = { write: () => true } as unknown as NodeJS.WritableStream;
  const options = { environment: settings, stdout: silent, stderr: silent };
  expect(await runImport([inFolder('rows.csv')], options)).toBe(0);
  const argv = ['find', 'Ana@acme.example', '--by', 'you@company.com'];
  const { code, output } = await runHere(runReaders, argv, settings);
  expect([code, output]).toEqual(foundAna);
});

const usageLine = (action = '') =>
  expect.stringMatching(new RegExp(`^Usage: pnpm run readers ${action} `)) as unknown;

it.each([
  [
    ['find', 'ana@acme.example', '--keep', 'place', '--clients', '1'],
    'find takes no --keep and no --clients.',
  ],
  [['find', 'ana@acme.example', '--reference', 'Case 7'], 'find takes no --reference.'],
  [['lift', '1', '--reason', 'Settled'], 'lift takes no --reason.'],
  [['erase', '1', '--first-name', ''], 'erase takes no --first-name.'],
  [['correct', '1', '--city', 'Oslo', '--clients', '1'], 'correct takes no --clients.'],
  [['erase', '1', '--keep', 'place,hat'], "--keep: 'hat' is not one of jobTitle, place, organization."],
  [['erase', 'ana@acme.example'], "'ana@acme.example' is not the id of a reader."],
  [['restrict', '1'], '--reason is missing.'],
  [['restrict', '1', '--reason', ' '], '--reason is missing.'],
  [['restrict', '201,202', '--reason', 'Contested'], 'restrict takes one id.'],
  [['lift', '201,202'], 'lift takes one id.'],
  [
    ['restrict', '1', '--reason', 'Contested', '--clients', 'Norvane'],
    "'Norvane' is not the id of a client.",
  ],
  [['correct', '1'], correctionEmptyMessage],
  [['correct', '201,202', '--city', 'Oslo'], 'correct takes one id.'],
  [['correct', '1', '--frist-name', 'Ana'], 'There is no option --frist-name.'],
  [['correct', '1', '--phone'], '--phone has no value. One that starts with a dash is written --phone=--by.'],
  [['correct', '1', '2', '--city', 'Oslo'], "'2' is one argument too many."],
  [['export', '1'], '--to is missing.'],
  [['export', '1', '--to', 'ana.txt'], 'The file must end with .json or .pdf.'],
  [['find'], 'EMAIL is missing.'],
  [['lift'], 'ID is missing.'],
])('says what is wrong with %j before anything is opened', async (argv, said) => {
  const settings = { DATA_DIR: inFolder('nothing') };
  const { code, output } = await runHere(runReaders, [...argv, '--by', 'you@company.com'], settings);
  expect([code, output.split('\n')]).toEqual([2, [said, usageLine(argv[0]), '']]);
});

it.each([
  [['find', 'ana@acme.example'], '--by is missing.'],
  [['correct', '1', '--city', 'Oslo', '--phone'], '--phone has no value.'],
])('says what is missing in %j', async (argv, said) => {
  const { code, output } = await runHere(runReaders, argv, { DATA_DIR: inFolder('nothing') });
  expect([code, output.split('\n')]).toEqual([2, [said, usageLine(argv[0]), '']]);
});

it.each([
  [['forget', '1', '--by', 'you@company.com'], "There is no action 'forget'."],
  [['--by', 'you@company.com'], 'The action is missing.'],
])('lists all actions after %j', async (argv, said) => {
  const { code, output } = await runHere(runReaders, argv, { DATA_DIR: inFolder('nothing') });
  expect([code, output.split('\n')[0]]).toEqual([2, said]);
  expect(output.match(/(?<=pnpm run readers )\w+/g)).toEqual([
    'find',
    'export',
    'correct',
    'erase',
    'restrict',
    'lift',
  ]);
});

describeOnOneEngine('pnpm readers', (db) => {
  const files = temporaryFiles();
  let now = Date.parse('2026-12-01T10:00:00Z');
  /** Each request is later than the one before. */
  const clock = () => new Date((now += 1000));
  const api = testApi({}, { instead: { jobs: createJobQueue(clock) } }, db);
  const runBy = async (by: string, ...argv: readonly string[]) => {
    const { code, output } = await runHere(
      (asked, context) => runReaders(asked, context, async () => api().services),
      [...argv, '--by', by],
      {},
    );
    return [code, output] as const;
  };
  const run = (...argv: readonly string[]) => runBy('you@company.com', ...argv);
  const importReader = async (id: string, client = 'Norvane') => {
    const { erasureKey } = api().services.secrets;
    expect(await importText(db(), files, listRows(id, client), { erasureKey })).toMatchObject({
      imported: 1,
    });
  };

  beforeAll(async () => {
    await addUser(db(), { email: 'you@company.com', role: 'Admin' });
    await importReader('a1');
  });

  it('is for administrators only, and leaves everything as it is after a mistake', async () => {
    await addUser(db(), { email: 'ina@company.com', role: 'Internal' });
    for (const by of ['ina@company.com', 'nobody@company.com'])
      expect(await runBy(by, 'find', 'ana@acme.example')).toEqual([
        1,
        `${by} is no active account of an administrator, who alone may answer such requests.\n`,
      ]);
    for (const [argv, said] of [
      [['erase', '1', '--reference', 'Case of ana@acme.example'], emailInReferenceMessage],
      [['restrict', '1', '--reason', 'Asked by ana@acme.example'], emailInReasonMessage],
      [['erase', '1,987'], unknownReadersMessage],
      [['correct', '987', '--city', 'Oslo'], unknownReadersMessage],
      [['export', '987', '--to', files.path('nobody.json')], unknownReadersMessage],
      [['export', '1', '--to', files.path('nobody.json'), '--clients', '987'], unknownClientMessage],
      [['erase', '1', '--clients', '987'], unknownClientMessage],
    ] as const)
      expect([argv, ...(await run(...argv))]).toEqual([argv, 1, `${said}\n`]);
    expect(await run('find', 'Ana@acme.example')).toEqual(foundAna);
    expect(existsSync(files.path('nobody.json'))).toBe(false);
  });

  const readStored = () =>
    db()
      .kysely.selectFrom('reader')
      .select(Object.values(correctableColumns))
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();

  it('names each refused value of a correction with its option, and stores none', async () => {
    const before = await readStored();
    const [code, output] = await run(
      'correct',
      '1',
      '--city',
      'Oslo',
      '--email',
      'ana',
      '--first-name',
      'A\nB',
    );
    expect([code, output.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^--first-name: The value .+\.$/),
        '--email: The value is not an e-mail address.',
        '',
      ],
    ]);
    expect(await readStored()).toEqual(before);
  });

  it('corrects each field, and removes what is empty', async () => {
    const values: Readonly<Record<CorrectableField, readonly [option: string, value: string]>> = {
      firstName: ['--first-name', 'Anna'],
      lastName: ['--last-name', 'Ruis'],
      email: ['--email', 'anna@acme.example'],
      title: ['--title', 'Director'],
      company: ['--company', 'Acme Labs'],
      phone: ['--phone', '+47 1'],
      address: ['--address', 'Street 1'],
      city: ['--city', 'Oslo'],
      state: ['--state', 'Viken'],
      linkedIn: ['--linked-in', 'https://www.linkedin.com/in/anna'],
    };
    const given = Object.values(values);
    const corrected = await run('correct', '1', ...given.flat(), '--reference', 'Case 6');
    expect(corrected).toEqual([0, `${correctedMessage}\n`]);
    expect(Object.values(await readStored())).toEqual(given.map(([, value]) => value));
    const back = [
      '--email',
      'ana@acme.example',
      '--first-name',
      'Ana',
      '--last-name',
      'Ruiz',
      '--company',
      'Acme',
      '--phone',
      '',
    ];
    expect((await run('correct', '1', ...back))[0]).toBe(0);
    expect(await readStored()).toMatchObject({ phone: null, company: 'Acme', city: 'Oslo' });
    const { detail } = await db()
      .kysely.selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'personal-data.correct')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({
      readers: [1],
      fields: ['firstName', 'lastName', 'email', 'company', 'phone'],
    });
  });

  it('exports into a new file that only its owner can read', async () => {
    const file = files.path('ana.json');
    expect(await run('export', '1', '--to', file, '--reference', 'Case 7')).toEqual([
      0,
      `Written: ${file}.\n`,
    ]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      readers: [{ reader: { email: 'ana@acme.example' }, activities: [{}] }],
    });
    const ofClient = files.path('client.json');
    expect((await run('export', '1', '--to', ofClient, '--clients', '1'))[0]).toBe(0);
    expect(JSON.parse(readFileSync(ofClient, 'utf8'))).toMatchObject({ readers: [{ activities: [{}] }] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('export', '1', '--to', file)).toEqual([1, `${file} exists. Name a new file.\n`]);
    for (const missing of [files.path('missing'), file])
      expect(await run('export', '1', '--to', path.join(missing, 'ana.json'))).toEqual([
        1,
        `There is no folder ${missing}. Create it, or name another file.\n`,
      ]);
    expect((await run('export', '1', '--to', files.path('ana.pdf')))[0]).toBe(0);
    expect(readFileSync(files.path('ana.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('restricts and erases what some clients know', async () => {
    await importReader('b1', 'Borealis');
    const restricted = await run('restrict', '1', '--reason', 'Contested', '--clients', '2');
    expect(restricted).toEqual([0, 'The reader is restricted.\n']);
    const found = (await run('find', 'ana@acme.example'))[1];
    expect(found).toContain(
      '1: Ana Ruiz, Acme; 1 activity from 2026-01-05 to 2026-01-05; clients: 1 = Norvane\n',
    );
    expect(found).toMatch(
      /^2: Restricted Reader; 1 activity .*; clients: 2 = Borealis; restricted for Borealis on 2026-12-01 by Uma User: Contested$/m,
    );
    const [code, output] = await run('erase', '2');
    expect([code, output.split('\n')[0]]).toEqual([
      0,
      '1 reader was erased; 1 activity counts on under a pseudonym.',
    ]);
    await importReader('b2', 'Borealis');
    expect((await run('find', 'ana@acme.example'))[1]).toMatch(/^1: Ana Ruiz, Acme; 1 activity .*\n0 rows/);
  });

  it('restricts, lifts and erases as the page does, and records who has answered', async () => {
    const restricted = await run('restrict', '1', '--reason', 'Contested\nby phone', '--reference', 'Case 8');
    expect(restricted).toEqual([0, 'The reader is restricted.\n']);
    expect((await run('find', 'ana@acme.example'))[1]).toMatch(
      /^1: Restricted Reader; 1 activity .*; clients: 1 = Norvane; restricted on 2026-12-01 by Uma User: Contested by phone$/m,
    );
    expect(await run('lift', '1')).toEqual([0, 'The restriction was lifted.\n']);
    const [code, output] = await run('erase', '1', '--keep', 'jobTitle,place', '--reference', 'Case 8');
    expect([code, output.split('\n')[0]]).toEqual([
      0,
      '1 reader was erased; 1 activity counts on under a pseudonym.',
    ]);
    await importReader('a2');
    expect((await run('find', 'ana@acme.example'))[1]).toMatch(/^No reader has this e-mail\.$/m);
    const { kysely } = db();
    const requests = await kysely
      .selectFrom('personal_data_request as r')
      .innerJoin('app_user as u', 'u.id', 'r.user_id')
      .select(['r.kind', 'r.reference', 'r.kept', 'u.email'])
      .orderBy('r.at')
      .execute();
    expect(requests.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['correction', 'Case 6'],
      ['correction', ''],
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
