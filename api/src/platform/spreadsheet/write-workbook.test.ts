import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import * as xlsx from 'xlsx';
import { writeWorkbook } from './index.ts';
import type { Row, Sheet } from './index.ts';

const columns = [
  { title: 'Name', width: 20 },
  { title: 'Value', width: 10 },
];
const sheet = (rows: Sheet['rows'], name = 'One'): Sheet => ({ name, columns, rows });

/** Reads the file with another library. */
const read = async (...sheets: Sheet[]) => xlsx.read(await buffer(writeWorkbook(sheets)), { dense: false });
const readValues = (book: xlsx.WorkBook, name = 'One') => {
  const found = book.Sheets[name];
  if (!found) throw new Error(`There is no sheet ${name}.`);
  return xlsx.utils.sheet_to_json<unknown[]>(found, { header: 1, defval: null });
};

describe('a workbook', () => {
  it('has its sheets in order, with headings and typed values', async () => {
    const rows: Row[] = [
      ['Ana', 12.5],
      [null, true],
      ['', -3],
    ];
    const book = await read(sheet([rows.slice(0, 1), rows.slice(1)]), sheet([[['x', 'y']]], 'Two'));
    expect(book.SheetNames).toEqual(['One', 'Two']);
    expect(readValues(book)).toEqual([
      ['Name', 'Value'],
      ['Ana', 12.5],
      [null, true],
      [null, -3],
    ]);
    expect(readValues(book, 'Two')).toEqual([
      ['Name', 'Value'],
      ['x', 'y'],
    ]);
  });

  it('has percents in columns of shares only', async () => {
    const columnsOfShares = [
      { title: 'Value', width: 10 },
      { title: 'Share', width: 10, isPercent: true },
    ];
    const content = await buffer(
      writeWorkbook([{ name: 'One', columns: columnsOfShares, rows: [[[-0.12, -0.12]]] }]),
    );
    const { A2, B2 } = xlsx.read(content).Sheets.One ?? {};
    expect([A2, B2]).toMatchObject([
      { t: 'n', v: -0.12, w: '-0.12' },
      { t: 'n', v: -0.12, w: '-12%' },
    ]);
  });

  it('has headings without any rows', async () => {
    expect(readValues(await read(sheet([])))).toEqual([['Name', 'Value']]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")'])(
    'keeps %j as text',
    async (text) => {
      const book = xlsx.read(await buffer(writeWorkbook([sheet([[[text, 1]]])])), { cellStyles: true });
      const cell = book.Sheets.One?.A2 as xlsx.CellObject;
      expect([cell.t, cell.v, cell.f]).toEqual(['s', text, undefined]);
    },
  );

  it('marks only such text with quotePrefix', async () => {
    const book = xlsx.read(await buffer(writeWorkbook([sheet([[['=1', 'a=1']]])])), { bookFiles: true });
    const { files } = book as unknown as { files: Record<string, { content: Buffer }> };
    const xml = files['xl/worksheets/sheet1.xml']?.content.toString() ?? '';
    expect(xml).toContain('<c r="A2" s="2" t="inlineStr">');
    expect(xml).toContain('<c r="B2" t="inlineStr">');
    expect(files['xl/styles.xml']?.content.toString()).toContain('quotePrefix="1"');
  });

  it.each([
    ['markup', `<b>&amp; "quoted" 'single' ]]>`],
    ['line breaks and spaces', '  two\n  lines\t '],
    ['other scripts', 'Größe Ωmega 東京 👩‍🔬'],
    ['control characters', 'a\u0000b\u0007c\u001fd\re'],
    ['text that looks like an escape', 'part_x0041_ of _x000D_ text'],
  ])('keeps %s', async (_, text) => {
    expect(readValues(await read(sheet([[[text, 1]]])))[1]).toEqual([text, 1]);
  });

  it('truncates text that exceeds a cell', async () => {
    const [, row] = readValues(await read(sheet([[['x'.repeat(40_000), 1]]])));
    expect(String(row?.[0])).toHaveLength(32_767);
    expect(String(row?.[0]).endsWith('x…')).toBe(true);
  });

  it('supports columns beyond Z', async () => {
    const wide = Array.from({ length: 60 }, (_, index) => ({ title: `c${index}`, width: 5 }));
    const values = wide.map((_, index) => index);
    const book = await read({ name: 'One', columns: wide, rows: [[values]] });
    expect(readValues(book)[1]).toEqual(values);
    expect(book.Sheets.One?.['!ref']).toBe('A1:BH2');
  });

  it('reads rows on demand, and no longer once the stream is destroyed', async () => {
    let asked = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          asked += 1;
          yield Array.from({ length: 1000 }, (_, index) => [`${asked} ${index} ${randomUUID()}`, index]);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        end();
      }
    }
    const stream = writeWorkbook([sheet(endless())]);
    // Without backpressure, a batch would be read while another stream compresses as much.
    const compress = promisify(deflate);
    for (let round = 0; round < 100; round += 1) await compress(randomBytes(60_000));
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(30);
    stream.destroy();
    await ended;
  });

  it('fails if its rows fail', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [['a', 1]];
      throw new Error('the database is gone');
    }
    await expect(pipeline(writeWorkbook([sheet(failing())]), new PassThrough().resume())).rejects.toThrow(
      'the database is gone',
    );
  });

  it('fails for more rows than a sheet can hold', async () => {
    const batch: Row[] = Array.from({ length: 2 ** 15 }, () => []);
    const stream = writeWorkbook([sheet(Array.from({ length: 32 }, () => batch))]);
    await expect(pipeline(stream, new PassThrough().resume())).rejects.toThrow('no more than 1048575 rows');
  });
});

describe('repeated texts', () => {
  const repeating = [
    { title: 'Name', width: 20, repeats: true },
    { title: 'Id', width: 10 },
  ];
  const writeParts = async (rows: Sheet['rows']) => {
    const file = await buffer(writeWorkbook([{ name: 'One', columns: repeating, rows }]));
    const book = xlsx.read(file, { bookFiles: true });
    const { files } = book as unknown as { files: Record<string, { content: Buffer }> };
    const text = (path: string) => files[path]?.content.toString() ?? '';
    return { book, xml: text('xl/worksheets/sheet1.xml'), shared: text('xl/sharedStrings.xml') };
  };

  it('are stored once, escaped, and read unchanged', async () => {
    const rows = [
      ['<Ana> & ', 'a'],
      ['=1', 'b'],
      ['<Ana> & ', 'a'],
      ['x'.repeat(501), 'c'],
    ];
    const { book, xml, shared } = await writeParts([rows]);
    expect(readValues(book).slice(1)).toEqual(rows);
    expect(shared.match(/<si>/g)).toHaveLength(2);
    expect(xml.match(/t="s"/g)).toHaveLength(3);
    expect(xml).toContain('<c r="A3" s="2" t="s"><v>1</v></c>');
  });

  it('are shared only up to a limit', async () => {
    const rows = Array.from({ length: 41_000 }, (_, index) => [`name ${index}`, index]);
    const { book, shared } = await writeParts([rows.slice(0, 20_000), rows.slice(20_000)]);
    expect(readValues(book).slice(1)).toEqual(rows);
    expect(shared.match(/<si>/g)).toHaveLength(40_000);
  });

  it('do not affect dates', async () => {
    const instant = new Date('2024-02-29T23:59:58Z');
    const book = xlsx.read(await buffer(writeWorkbook([sheet([[[instant, 1]]])])), {
      cellDates: true,
      cellNF: true,
    });
    const cell = book.Sheets.One?.A2 as xlsx.CellObject;
    expect([cell.t, cell.w, cell.z]).toEqual(['d', '02/29/2024 23:59:58', 'mm/dd/yyyy\\ hh:mm:ss']);
  });
});
