import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { ImportError } from './import-error.ts';
import {
  readActivities,
  listCounts,
  csv,
  header,
  importText,
  temporaryFiles,
} from './testing/import-files.ts';

const files = temporaryFiles();

describeOnOneEngine('an import', (db) => {
  it('rejects lines with all reasons and their numbers, and imports the others', async () => {
    const content = Buffer.concat([
      Buffer.from(
        csv(
          'Reject Ltd',
          'r1,2025-01-01,*,rej-doc,rej-reader',
          'r2,2025-02-30,*,,rej-reader',
          'r3,2025-01-01,*,rej-doc',
          'r4,2025-01-01,*,"rej\ndoc",rej-reader',
          '',
          `r5,2025-01-01,*,${'x'.repeat(201)},rej-reader`,
          'r6,,*,rej-doc,',
          'r7,2025-01-01,*,rej-doc,a\0b',
          'r8,2025-01-01,*,"rej-doc"x,rej-reader',
        ),
      ),
      Buffer.from('\nr9,2025-01-01,Reject Ltd,Biologics,rej-doc,'),
      Buffer.from([0xe9]),
      Buffer.from(
        '\nr10,2025-01-01,Reject Ltd,Biologics,rej-doc,=1+1\nr11,soon,Reject Ltd,Biologics,=1+1,r\n',
      ),
    ]);
    const report = files.path('report.csv');
    const summary = await importText(db(), files, content, { report });
    expect(listCounts(summary)).toEqual([11, 3, 0, 0, 8]);
    expect(readFileSync(report, 'utf8').split('\n')).toEqual([
      'line,column,value,reason,outcome',
      '3,occurred_at,2025-02-30,The value is not a date and time such as 2025-03-31T14:05:00Z.,rejected',
      '3,document_external_id,,The row needs document_external_id or document_url.,rejected',
      '4,,,"The line has 5 values, but the header has 6 columns.",rejected',
      `8,document_external_id,${'x'.repeat(200)}…,The value is longer than 200 characters (201).,rejected`,
      '9,occurred_at,,The value is missing.,rejected',
      '9,reader_external_id,,The row needs reader_external_id or reader_email.,rejected',
      '10,reader_external_id,a\0b,The value contains a NUL character.,rejected',
      '11,,,There is text after the closing quote of a value.,rejected',
      '12,reader_external_id,\ufffd,The value has bytes that are not UTF-8.,rejected',
      '14,occurred_at,soon,The value is not a date and time such as 2025-03-31T14:05:00Z.,rejected',
      '',
    ]);
    expect((await readActivities(db(), 'Reject Ltd')).map(({ external_id }) => external_id)).toEqual([
      'r1',
      'r10',
      'r4',
    ]);
  });

  it('reads words for a missing value as none, but not in names and titles', async () => {
    const columns = `${header},reader_email,reader_last_name,country,quality,approved_at`;
    const missing = ['-', 'n/a', '(not set)', 'Unknown'].map(
      (word, index) =>
        `m${index},2025-01-01,Missing Ltd,Biologics,mis-doc,mis-${index},${word},Null,${word},${word},${word}`,
    );
    const named = 'm9,2025-01-01,Missing Ltd,Biologics,mis-doc,mis-9,a@x.example,None,NA,1,2025-01-02';
    const summary = await importText(db(), files, [columns, ...missing, named, ''].join('\n'));
    expect(listCounts(summary)).toEqual([5, 5, 0, 0, 0]);
    const { rows } = await sql`
      SELECT r.last_name, r.email, c.iso, e.quality, e.approved_at IS NULL AS open
      FROM engagement AS e JOIN reader AS r ON r.id = e.reader_id LEFT JOIN country AS c ON c.id = e.country_id
      WHERE e.client_id = (SELECT id FROM client WHERE name = 'Missing Ltd') ORDER BY e.external_id`.execute(
      db().kysely,
    );
    const none = { last_name: 'Null', email: null, iso: null, quality: null };
    expect(rows).toMatchObject([
      none,
      none,
      none,
      none,
      { last_name: 'None', email: 'a@x.example', iso: 'NA', quality: 1, open: false },
    ]);
  });

  it('looks only at what a field uses', async () => {
    const content = Buffer.concat([
      Buffer.from(`${header},notes,reader_city,Notes,\n1,2025-01-01,Unused Ltd,Biologics,un-d,un-1,`),
      Buffer.from([0xe9]),
      Buffer.from(',Lyon,\0,\u202e\n2,2025-01-01,Unused Ltd,Biologics,un-d,un-2,,M'),
      Buffer.from([0xfc]),
      Buffer.from('nchen,,'),
    ]);
    const summary = await importText(db(), files, content);
    expect(listCounts(summary)).toEqual([2, 2, 0, 0, 0]);
    expect(summary.ignoredColumns).toEqual(['notes']);
    const { rows } =
      await sql`SELECT city FROM reader WHERE external_id LIKE 'un-_' ORDER BY external_id`.execute(
        db().kysely,
      );
    expect(rows).toEqual([{ city: 'Lyon' }, { city: null }]);
    expect(summary.warnings).toMatchObject([
      { line: 3, column: 'reader_city', reason: 'The value has bytes that are not UTF-8.', count: 1 },
    ]);
  });

  it('warns of one of two ids that cannot be used, and rejects both', async () => {
    const lines = [
      `${header},document_url,reader_email`,
      'p1,2025-01-01,Pair Ltd,Biologics,\u200b,pair-r,https://pair.example,',
      'p2,2025-01-01,Pair Ltd,Biologics,pair-d,(not set),,ana@pair.example',
      'p3,2025-01-01,Pair Ltd,Biologics,pair-d,-,,[redacted]',
      'p4,2025-01-01,(not set),Biologics,pair-d,pair-r,7,',
    ];
    const summary = await importText(db(), files, lines.join('\n'));
    expect(listCounts(summary)).toEqual([4, 2, 0, 0, 2]);
    expect(await readActivities(db(), 'Pair Ltd')).toMatchObject([
      { document: null, reader: 'pair-r' },
      { reader: null, email: 'ana@pair.example' },
    ]);
    const shown = (problems: typeof summary.rejections) =>
      problems.map(({ line, column, value }) => [line, column, value]);
    expect(shown(summary.rejections)).toEqual([
      [4, 'reader_email', '[redacted]'],
      [5, 'client', ''],
    ]);
    expect(shown(summary.warnings)).toEqual([
      [2, 'document_external_id', '\u200b'],
      [5, 'document_url', '7'],
    ]);
    expect(summary.warned).toBe(1);
  });

  it('rejects lines of NDJSON that are not objects', async () => {
    const good = {
      occurred_at: '2025-01-01',
      client: 'Json Ltd',
      community: 'B',
      document_external_id: 'j',
      reader_external_id: 'j',
    };
    const lines = [
      JSON.stringify(good),
      '{"external_id": ',
      '[1]',
      JSON.stringify({ ...good, specifics: { a: 1 } }),
      JSON.stringify({ ...good, specifics: 'half \ud800' }),
      `{"specifics": "${'x'.repeat(1 << 20)}"}`,
      JSON.stringify({ ...good, occurred_at: '2025-01-02', extra: 1 }),
    ];
    const summary = await importText(db(), files, lines.join('\n'));
    expect(listCounts(summary)).toEqual([7, 4, 0, 0, 3]);
    expect(summary.ignoredColumns).toEqual(['extra']);
    expect(summary.warnings.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [4, 'specifics', 'The value is an object; a text, number or list is expected.'],
      [5, 'specifics', 'The value contains an unpaired surrogate.'],
    ]);
    expect(summary.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'The line is not valid JSON.'],
      [3, 'The line is not a JSON object.'],
      [6, 'The line is longer than 1048576 bytes.'],
    ]);
  });

  it('rejects only the row that the database refuses in spite of all checks', async () => {
    await sql`ALTER TABLE reader ADD CONSTRAINT no_such_reader CHECK (external_id <> 'lim-3')`.execute(
      db().kysely,
    );
    const rows = [1, 2, 3, 4, 5].map((n) => `l${n},2025-01-0${n},*,lim-doc,lim-${n}`);
    const summary = await importText(db(), files, csv('Limit Ltd', ...rows));
    await sql`ALTER TABLE reader DROP CONSTRAINT no_such_reader`.execute(db().kysely);
    expect(listCounts(summary)).toEqual([5, 4, 0, 0, 1]);
    const reason = expect.stringMatching(/^The database refuses the row: .*no_such_reader/) as string;
    expect(summary.rejections).toEqual([{ line: 4, column: '', value: '', reason }]);
    const imported = (await readActivities(db(), 'Limit Ltd')).map(({ reader }) => reader);
    expect(imported).toEqual(['lim-1', 'lim-2', 'lim-4', 'lim-5']);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /The file is empty/],
    ['blank lines', '\n \n', /The file is empty/],
    ['a workbook', Buffer.from('PK\u0003\u0004xxxx'), /a workbook or a zip archive/],
    ['UTF-16', Buffer.from('\uFEFFa,b', 'utf16le'), /UTF-16/],
    ['a JSON array', '[{"client": "a"}]', /one JSON array/],
    [
      'a header in another encoding',
      Buffer.from('caf\xe9,client\n1,2', 'latin1'),
      /header line cannot be read.*not UTF-8/,
    ],
    ['a repeated column', 'client,Client\n1,2', /has the column 'client' twice/],
    [
      'too few columns',
      'client,occurred_at\n1,2',
      /no column for community.* It has client, occurred_at \(read as UTF-8 with commas, without a line 'sep='\)/,
    ],
    [
      'another delimiter',
      'sep=|\nclient|Wer?\n1|2',
      /client, Wer\? \(read as UTF-8 with '\|', as its line 'sep=' says/,
    ],
    ['a broken header', 'client,"a"b\n1,2', /after the closing quote.* It has client,"a"b \(read as UTF-8/],
  ])('rejects a file with %s', async (_, content, message) => {
    const rejected = importText(db(), files, content);
    await expect(rejected).rejects.toThrow(message);
    await expect(rejected).rejects.toBeInstanceOf(ImportError);
  });

  it('fails for a missing column, a damaged file or an unwritable report', async () => {
    const good = csv('Never Ltd', '1,2025-01-01,*,d,r');
    const mapping = { columns: { client: 'customer' } };
    await expect(importText(db(), files, good, { mapping })).rejects.toThrow(
      /'columns.client' names the column 'customer', which the file does not have. It has external_id, /,
    );
    const truncated = gzipSync(good.repeat(100)).subarray(0, 60);
    await expect(importText(db(), files, truncated)).rejects.toThrow(/damaged or incomplete/);
    const missing = files.path('missing/report.csv');
    await expect(importText(db(), files, good, { report: missing })).rejects.toThrow(
      /report .* cannot be written/,
    );
    expect(await readActivities(db(), 'Never Ltd')).toEqual([]);
  });
});
