import { pageFileFormats, pageFileLimits } from '@readerlens/contract/marketing';
import { blindedHeader } from '@readerlens/contract';
import type { PageFileInput } from '@readerlens/contract';
import * as xlsx from 'xlsx';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import type { TestResponse } from '../../platform/testing/index.ts';

const call = 'POST /api/marketing-performance/page-file';

describeOnOneEngine('the file of a page', (db) => {
  const world = activityWorld(db);
  let token = '';
  let clientId = 0;

  beforeAll(async () => {
    clientId = await world().add('client', { name: 'Norvane' });
    token = await world().tokenOf({
      access_marketing_performance: true,
      first_name: 'Ada',
      last_name: 'Löwe',
    });
  });

  const page = (change: Partial<PageFileInput> = {}): PageFileInput => ({
    format: 'xlsx',
    title: 'Content Insights',
    filters: [{ $type: 'Terms', field: 'Clients', op: 'Contains', value: [{ id: String(clientId) }] }],
    notes: ['Compared with Oct 14 – 27, 2026'],
    figures: [
      { label: 'Readers', value: '1,234', note: '+12% from 1,100 in the previous period' },
      { label: 'Coverage', value: '30.0 %', note: '30 of 100, 95 % interval 21.9–39.6 %' },
      { label: 'Win rate', value: 'n = 7: too few for a rate', note: '' },
    ],
    tables: [
      {
        title: 'Engagements: by [month]',
        note: '',
        columns: ['Month', 'New', 'Share'],
        rows: [
          ['Jan 2026', '1,000', '50 %'],
          ['=1+1', '-3', ''],
        ],
      },
      {
        title: 'engagements  by  month ',
        note: 'The first 2 of 3 rows',
        columns: ['Name'],
        rows: [['水'], ['b']],
      },
    ],
    ...change,
  });
  const download = async (change: Partial<PageFileInput> = {}, more: object = {}): Promise<TestResponse> => {
    const answer = await world().call(call, { token, body: page(change), ...more });
    expect(answer.status).toBe(200);
    return answer;
  };
  const readWorkbook = ({ bytes }: TestResponse) => {
    const { Sheets, SheetNames } = xlsx.read(bytes);
    return SheetNames.map(
      (name) =>
        [name, xlsx.utils.sheet_to_json<unknown[]>(Sheets[name]!, { header: 1, defval: '' })] as const,
    );
  };

  it('is a workbook with a sheet for the figures and each table, whose counts are numbers', async () => {
    const sheets = readWorkbook(await download());
    expect(sheets.slice(0, 3)).toEqual([
      [
        'Figures',
        [
          ['Figure', 'Value', 'Note'],
          ['Readers', 1234, '+12% from 1,100 in the previous period'],
          ['Coverage', '30.0 %', '30 of 100, 95 % interval 21.9–39.6 %'],
          ['Win rate', 'n = 7: too few for a rate', ''],
        ],
      ],
      [
        'Engagements  by  month',
        [
          ['Month', 'New', 'Share'],
          ['Jan 2026', 1000, '50 %'],
          ['=1+1', -3, ''],
        ],
      ],
      ['engagements  by  month 2', [['Name'], ['水'], ['b'], [''], ['The first 2 of 3 rows']]],
    ]);
    const [name, about] = sheets[3]!;
    expect(name).toBe('About');
    expect(Object.fromEntries(about.map(([label, text]) => [label, text]))).toMatchObject({
      Page: 'Content Insights',
      By: 'Ada Löwe',
      Masked: 'No',
      Clients: 'Norvane',
      Note: 'Compared with Oct 14 – 27, 2026',
    });
  });

  it('is CSV with one line for each figure and each cell, without formulas', async () => {
    const lines = Buffer.from((await download({ format: 'csv' })).bytes)
      .toString()
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Part,Row,Column,Value,Note');
    expect(lines).toEqual(
      expect.arrayContaining([
        'About,Clients,,Norvane,',
        'Content Insights,Readers,,1234,"\'+12% from 1,100 in the previous period"',
        'Content Insights,Win rate,,n = 7: too few for a rate,',
        'Engagements: by [month],Jan 2026,New,1000,',
        "Engagements: by [month],'=1+1,New,-3,",
      ]),
    );
  });

  it('is a PDF with the filters, the figures and the tables', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [`Row ${index}`, String(index)]);
    const long = { title: 'A long list', note: '', columns: ['Name', 'Count'], rows };
    const answer = await download({ format: 'pdf', tables: [...page().tables, long] });
    const text = (await pdfPages(answer.bytes)).flatMap(({ lines }) => lines).join('\n');
    for (const part of [
      'Content Insights',
      'Clients: Norvane',
      'By: Ada Löwe',
      'Compared with Oct 14',
      '1,234',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/n = 7: too few for a rate[^]*Jan 2026[^]*水[^]*The first|Row 19/);
    expect(text).not.toContain('Row 20');
    expect(text).toContain('5 more rows are in the Excel file.');
  });

  it('is a PDF whose narrow columns break neither days nor headings', async () => {
    const columns = ['Person', 'Organization', 'Event', 'Day', 'Registered', 'Attended', 'Sessions'];
    const email = 'gloria.sipes4076@halneron-international-laboratories.example';
    const rows = [[email, 'Dorraron Labs', 'Filtration Lab Day', '11/15/2026', '11/01/2026', 'Yes', '1']];
    const tables = [{ title: 'Registrants', note: '', columns, rows }];
    const { bytes } = await download({ format: 'pdf', tables });
    const text = (await pdfPages(bytes)).flatMap(({ lines }) => lines).join('\n');
    for (const word of ['11/15/2026', '11/01/2026', 'Registered', 'Attended', 'Sessions'])
      expect(text).toContain(word);
  });

  it.each(pageFileFormats)('has a name and a type, and is audited (%s)', async (format) => {
    const before = new Date();
    const { headers } = await download({ format, title: 'Net New Readers & Organizations' });
    expect(headers['content-disposition']).toContain(
      `attachment; filename="Net New Readers & Organizations.${format}"`,
    );
    const types = { xlsx: 'spreadsheetml.sheet', csv: 'text/csv', pdf: 'application/pdf' };
    expect(headers['content-type']).toContain(types[format]);
    const events = await db()
      .kysely.selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'page.export')
      .where('at', '>=', before)
      .execute();
    expect(events).toEqual([{ detail: { page: 'Net New Readers & Organizations', format, masked: false } }]);
  });

  it('says that it is masked in Blinded Mode, and does not name the client', async () => {
    const headers = { [blindedHeader]: 'true' };
    const sheets = readWorkbook(await download({}, { headers }));
    expect(JSON.stringify(sheets)).not.toContain('Norvane');
    expect(sheets[3]![1]).toContainEqual(['Masked', 'Yes']);
  });

  it('is refused with too much in it, with foreign filters, and without the right', async () => {
    const rows = Array.from({ length: pageFileLimits.rows + 1 }, () => ['x']);
    const tooLong = page({ tables: [{ title: 'T', note: '', columns: ['A'], rows }] });
    const refused = await world().call(call, { token, body: tooLong });
    expect([refused.status, refused.body['details']]).toEqual([
      400,
      [expect.objectContaining({ path: expect.stringContaining('tables') as string })],
    ]);
    const other = await world().add('client', { name: 'Other' });
    const ofClient = { role: 'Client', clients: [other], access_marketing_performance: true } as const;
    const stranger = await world().tokenOf(ofClient);
    expect((await world().call(call, { token: stranger, body: page() })).status).toBe(403);
    const without = await world().tokenOf({ access_marketing_performance: false });
    expect((await world().call(call, { token: without, body: page() })).status).toBe(403);
  });
});
