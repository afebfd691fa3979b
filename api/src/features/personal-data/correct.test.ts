import type { CallData, Calls } from '@readerlens/contract';
import { correctableFields, correctableNames } from '@readerlens/contract/personal-data';
import type { CorrectableField } from '@readerlens/contract/personal-data';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { importText, temporaryFiles } from '../../data/import/testing/import-files.ts';
import { listFields } from '../../data/import/fields.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { correctableColumns } from './correct.ts';
import { listRegistered } from './register.ts';

type Found = CallData<Calls['POST /api/personal-data/find']>;
type Values = Readonly<Record<CorrectableField, string>>;

const email = 'ana@acme.example';
const imported: Values = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email,
  title: 'Chemist',
  company: 'Acme',
  phone: '+47 1',
  address: 'Street 1',
  city: 'Oslo',
  state: 'Viken',
  linkedIn: 'https://social.example/in/ana',
};
const header = correctableNames.map(
  (field) => `reader_${field === 'linkedIn' ? 'linkedin' : correctableColumns[field]}`,
);

it('corrects each column that names or describes a reader, but for the id of the source', () => {
  const registered = listRegistered('reader').flatMap(({ table, column }) =>
    table === 'reader' ? [column] : [],
  );
  expect(Object.values(correctableColumns).toSorted()).toEqual(
    registered.filter((column) => column !== 'external_id').toSorted(),
  );
});

it('corrects what imports have under the same names', () => {
  const known = new Set(listFields('engagements').map(({ name }) => name));
  expect(header.filter((name) => !known.has(name))).toEqual([]);
});

describeOnOneEngine('correcting a reader', (db) => {
  const world = activityWorld(db);
  const files = temporaryFiles();
  let token: string;
  let count = 0;

  const importRow = async (externalId: string, values: Partial<Values> = imported) => {
    const id = `row-${(count += 1)}`;
    const cells = correctableNames.map((field) => values[field] ?? '');
    const text = [
      [
        'external_id',
        'occurred_at',
        'client',
        'community',
        'document_external_id',
        'reader_external_id',
        ...header,
      ],
      [id, '2026-01-05', 'Norvane', 'Biologics', 'd1', externalId, ...cells],
    ]
      .map((row) => row.join(','))
      .join('\n');
    const summary = await importText(db(), files, text, { erasureKey: world().services.secrets.erasureKey });
    expect(summary).toMatchObject({ imported: 1 });
  };
  const readReader = (externalId: string) =>
    db()
      .kysely.selectFrom('reader')
      .select(['id', ...Object.values(correctableColumns)])
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow();
  const readStored = async (externalId: string) => {
    const row = await readReader(externalId);
    return Object.fromEntries(correctableNames.map((field) => [field, row[correctableColumns[field]]]));
  };
  const correct = async (externalId: string, values: Partial<Record<CorrectableField, string | null>>) => {
    const { id } = await readReader(externalId);
    return world().call('POST /api/personal-data/correct', { token, body: { readerId: String(id), values } });
  };
  const find = async (wanted: string) => {
    const { body } = await world().call('POST /api/personal-data/find', { token, body: { email: wanted } });
    return (body.data as Found).readers;
  };

  beforeAll(async () => {
    token = await world().tokenOf({ role: 'Admin' });
  });

  it.each(correctableNames)(
    'keeps away what was removed of %s, until it has a value again',
    async (field) => {
      const id = `removed-${field}`;
      const own = { ...imported, email: `${field.toLowerCase()}@acme.example` };
      const value = own[field];
      await importRow(id, own);
      expect(await readStored(id)).toEqual(own);
      expect(await correct(id, { [field]: null })).toMatchObject({ status: 200 });
      await importRow(id, own);
      expect(await readStored(id)).toEqual({ ...own, [field]: null });
      // Nobody finds the reader without an e-mail.
      const found = field === 'email' ? [] : [{ removed: [field], [field]: null }];
      expect(await find(own.email)).toMatchObject(found);
      const changed = field === 'email' ? `new.${value}` : `${value}2`;
      expect(await correct(id, { [field]: changed })).toMatchObject({ status: 200 });
      await importRow(id, own);
      const now = { ...own, [field]: changed };
      expect(await readStored(id)).toEqual(now);
      expect(await find(now.email)).toMatchObject([{ removed: [] }]);
    },
  );

  it('fills in what nobody has removed, and keeps what was removed in an earlier correction', async () => {
    const own = { ...imported, email: 'two@acme.example' };
    await importRow('two', { ...own, city: '', state: '' });
    await correct('two', { phone: null });
    await correct('two', { title: null, company: 'Acme Labs' });
    await importRow('two', own);
    expect(await readStored('two')).toEqual({ ...own, phone: null, title: null, company: 'Acme Labs' });
    expect(await find(own.email)).toMatchObject([{ removed: ['title', 'phone'] }]);
  });

  it('takes a row that has only a removed e-mail for that of a new reader', async () => {
    const own = { ...imported, email: 'gone@acme.example' };
    await importRow('gone', own);
    await correct('gone', { email: null });
    await importRow('', { email: own.email, firstName: 'Somebody' });
    expect(await find(own.email)).toMatchObject([{ firstName: 'Somebody', phone: null, activities: 1 }]);
    expect(await readStored('gone')).toEqual({ ...own, email: null });
  });

  it.each([
    ['linkedIn', 'javascript:alert(1)', /is not a web address/],
    ['email', 'ana', /is not an e-mail address/],
    ['phone', '1'.repeat(correctableFields.phone + 1), /is longer than 100 characters/],
  ] as const)('refuses a wrong value of %s at its field', async (field, value, said) => {
    await importRow(`refused-${field}`, {
      ...imported,
      email: `refused-${field.toLowerCase()}@acme.example`,
    });
    const before = await readReader(`refused-${field}`);
    const { status, body } = await correct(`refused-${field}`, { [field]: value, city: 'Bergen' });
    expect([status, body['details']]).toEqual([
      400,
      [{ path: `values.${field}`, message: expect.stringMatching(said) }],
    ]);
    expect(await readReader(`refused-${field}`)).toEqual(before);
  });
});
