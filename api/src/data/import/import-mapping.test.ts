import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { isDateFormat, toIso } from '../../platform/date-formats.ts';
import { BadValue } from './field-values.ts';
import { splitFullName } from './full-name.ts';
import { readActivities, listCounts, importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();
const constants = (client: string) => ({ client, community: 'Main' });

describeOnOneEngine('a mapping', (db) => {
  const readReaders = async (client: string) => {
    const { rows } =
      await sql`SELECT DISTINCT r.external_id, r.email, r.first_name, r.last_name FROM engagement e
      JOIN reader r ON r.id = e.reader_id JOIN client c ON c.id = e.client_id
      WHERE c.name = ${client} ORDER BY 1`.execute(db().kysely);
    return rows;
  };

  it('reads members of objects, of JSON in a column, and columns with dots', async () => {
    const mapping = (client: string) => ({
      columns: {
        occurred_at: 'Event.At',
        reader_external_id: 'user.id',
        document_external_id: 'properties.page.id',
        document_topics: 'properties.tags',
        document_url: 'properties.page.url',
        quality: 'properties.nothing',
      },
      constants: constants(client),
    });
    const properties = { page: { ID: 9007199254740993n, url: 'https://a.example' }, tags: ['Cells', 'Lab'] };
    const json = JSON.stringify(properties, (_, value: unknown) =>
      typeof value === 'bigint' ? '@' : value,
    ).replace('"@"', '9007199254740993');
    const line = `{"event.at": "2025-01-01", "user": {"id": 7}, "properties": ${json}}`;
    const nested = await importText(db(), files, line, { mapping: mapping('Nested Ltd') });
    const table = `event.at,user.id,properties\n2025-01-01,7,"${json.replaceAll('"', '""')}"`;
    await importText(db(), files, table, { mapping: mapping('Nested Too Ltd') });
    const activity = { document: '9007199254740993', reader: '7', topics: ['Cells', 'Lab'] };
    expect(nested).toMatchObject({ imported: 1, ignoredColumns: [], emptyColumns: ['properties.nothing'] });
    expect(await readActivities(db(), 'Nested Ltd')).toMatchObject([activity]);
    expect(await readActivities(db(), 'Nested Too Ltd')).toMatchObject([activity]);
  });

  it('reports a column that should be JSON and is not, and looks at it only for fields', async () => {
    const content =
      'occurred_at,document_external_id,reader_external_id,properties\n2025-01-01,p-d,p-r,"{""a"": "\n';
    const mapping = { columns: { quality: 'properties.score' }, constants: constants('Broken JSON Ltd') };
    const summary = await importText(db(), files, content, { mapping });
    expect(listCounts(summary)).toEqual([1, 1, 0, 0, 0]);
    expect(summary.warnings).toEqual([
      { line: 2, column: 'quality', value: '{"a":', reason: 'The value is not a JSON object.', count: 1 },
    ]);
  });

  it('takes the first column with a usable value, and splits full names', async () => {
    const content = [
      'occurred_at,document_external_id,reader_external_id,mail,work_mail,name,reader_last_name',
      '2025-01-01,fb-d,fb-1,a@x.example,b@x.example,Ana María Ruiz,',
      '2025-01-01,fb-d,fb-2,,c@x.example,"Ruiz, Ana",',
      '2025-01-01,fb-d,fb-3,[redacted],d@x.example,Ana Other,Given',
      '2025-01-01,fb-d,fb-4,(not set),-,Ana,',
    ].join('\n');
    const columns = { reader_email: ['mail', 'work_mail'], reader_full_name: 'name' };
    const mapping = {
      columns,
      constants: constants('Fallback Ltd'),
      defaults: { reader_email: 'no@x.example' },
    };
    const summary = await importText(db(), files, content, { mapping });
    expect(await readReaders('Fallback Ltd')).toEqual([
      { external_id: 'fb-1', email: 'a@x.example', first_name: 'Ana María', last_name: 'Ruiz' },
      { external_id: 'fb-2', email: 'c@x.example', first_name: 'Ana', last_name: 'Ruiz' },
      { external_id: 'fb-3', email: 'd@x.example', first_name: 'Ana', last_name: 'Given' },
      { external_id: 'fb-4', email: 'no@x.example', first_name: 'Ana', last_name: null },
    ]);
    expect(summary).toMatchObject({ warned: 1, ignoredColumns: [] });
    expect(summary.warnings).toMatchObject([
      { line: 4, column: 'reader_email', value: '[redacted]', count: 1 },
    ]);
  });

  it('reads dates in its formats only', async () => {
    const content = [
      'external_id,occurred_at,document_external_id,reader_external_id,approved_at,document_published_on',
      '1,31.3.2025 14:05,dt-1,dt-r,1735689600,3/7/25',
      '2,01.03.2025 00:00,dt-2,dt-r,1735689600.5,31/3/25',
      '3,2025-03-01,dt-3,dt-r,,',
      '4,31.02.2025 10:00,dt-4,dt-r,,',
    ].join('\n');
    const dates = {
      occurred_at: ['D.M.YYYY HH:mm', 'DD.MM.YYYY HH:mm'],
      approved_at: 'X',
      document_published_on: 'M/D/YY',
    };
    const summary = await importText(db(), files, content, {
      mapping: { constants: constants('Dates Ltd'), dates },
    });
    const { rows } = await sql`SELECT e.occurred_at, e.approved_at, d.published_on FROM engagement e
      JOIN document d ON d.id = e.document_id WHERE d.external_id LIKE 'dt-_' ORDER BY 1 DESC`.execute(
      db().kysely,
    );
    expect(rows).toEqual([
      {
        occurred_at: new Date('2025-03-31T14:05:00Z'),
        approved_at: new Date('2025-01-01T00:00:00Z'),
        published_on: '2025-03-07',
      },
      {
        occurred_at: new Date('2025-03-01T00:00:00Z'),
        approved_at: new Date('2025-01-01T00:00:00.5Z'),
        published_on: null,
      },
    ]);
    const reason = 'The value is not a date such as 23.11.2001 14:05 or 23.11.2001 14:05.';
    expect(summary.rejections).toMatchObject([
      { line: 4, column: 'occurred_at', value: '2025-03-01', reason },
      { line: 5, column: 'occurred_at', value: '31.02.2025 10:00', reason },
    ]);
    expect(summary.warnings).toMatchObject([{ line: 3, column: 'document_published_on', value: '31/3/25' }]);
  });

  it('does not replace wrong values with defaults, and an unknown status is not Approved', async () => {
    const content = [
      'external_id,occurred_at,document_external_id,reader_external_id,quality,status',
      '1,2025-01-01,wd-d,wd-r,,',
      '2,2025-01-01,wd-d,wd-r,7,denied',
    ].join('\n');
    const mapping = { constants: constants('Defaults Ltd'), defaults: { quality: '1', status: 'Approved' } };
    const summary = await importText(db(), files, content, { mapping });
    expect(await readActivities(db(), 'Defaults Ltd')).toMatchObject([
      { quality: 1, status: 1 },
      { quality: null, status: 0 },
    ]);
    expect(summary.warnings.map(({ column, reason }) => [column, reason])).toEqual([
      ['quality', 'The value is not one of 1, 2, 3.'],
      ['status', expect.stringMatching(/^The value is not one of Pending, .*\. The activity is Pending\.$/)],
    ]);
  });
});

it.each([
  ['Ana Ruiz', 'Ana', 'Ruiz'],
  ['Ana', 'Ana', null],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Maria da Silva Santos', 'Maria', 'da Silva Santos'],
  ['van Gogh', 'van', 'Gogh'],
  ['Ruiz, Ana María', 'Ana María', 'Ruiz'],
  ['John Smith, PhD', 'John', 'Smith, PhD'],
  ['王 小明', '王', '小明'],
])('the full name %j is %j and %j', (fullName, first, last) => {
  expect(splitFullName(fullName)).toEqual({ first, last });
});

it('a format of dates says which day it is, and is read strictly', () => {
  const formats = [
    'DD.MM.YYYY',
    'M/D/YY h:mm A',
    'D MMM YYYY',
    'YYYYMMDD',
    'X',
    'x',
    'HH:mm',
    'MM/YYYY',
    'Q',
    'soon',
  ];
  expect(formats.filter(isDateFormat)).toEqual(formats.slice(0, 6));
  expect(toIso('-1500', ['x'])).toBe('1969-12-31T23:59:58.500Z');
  for (const text of ['1.1.2025', '31.02.2025', '01.01.2025 10:00', '1,735', '25:61'])
    expect(() => toIso(text, ['DD.MM.YYYY', 'X'])).toThrow(BadValue);
});
