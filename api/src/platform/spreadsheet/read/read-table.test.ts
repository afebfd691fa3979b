import { buffer } from 'node:stream/consumers';
import { utils, write } from 'xlsx';
import { ZipFile } from 'yazl';
import { readTable } from './read-table.ts';
import { TableError, tableLimits } from './table.ts';
import type { TableLimits } from './table.ts';

const limits: TableLimits = { ...tableLimits, unpackedBytes: 1024 * 1024 };
const large = Buffer.alloc(2 * 1024 * 1024, ' ');

const pack = (parts: Readonly<Record<string, Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
};

const buildWorkbook = (rows: unknown[][]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['not read']]), 'Other');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

const refusal = (bytes: Buffer, own = limits) =>
  readTable(bytes, own).then(
    () => 'read',
    (error: unknown) => (error instanceof TableError ? error.message : error),
  );

it('refuses an archive that says it unpacks to more than the limit', async () => {
  const bytes = await pack({ 'xl/worksheets/sheet1.xml': large });
  expect(bytes.length).toBeLessThan(20_000);
  expect(await refusal(bytes)).toBe('The workbook unpacks to more than 1 MB.');
});

it('refuses an archive that unpacks to more than it says', async () => {
  const bytes = await pack({ 'xl/worksheets/sheet1.xml': large });
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt32LE(100, directory + 24);
  expect(await refusal(bytes)).toBe('The file is damaged, or is not a workbook.');
});

it('counts what all parts unpack to', async () => {
  const half = Buffer.alloc(600 * 1024, ' ');
  expect(await refusal(await pack({ 'a.xml': half, 'b.xml': half }))).toMatch(/unpacks to more/);
});

it('refuses an archive without a sheet', async () => {
  expect(await refusal(await pack({ 'a.xml': Buffer.from('<a/>') }))).toMatch(/^The file is not a workbook/);
});

it('reads the first sheet, with the numbers of its rows', async () => {
  const table = await readTable(buildWorkbook([['Id', 'Open'], [], [7, true], [' x ', 1e21]]), tableLimits);
  expect(table).toEqual({
    header: ['Id', 'Open'],
    rows: [
      { row: 3, cells: ['7', 'true'] },
      { row: 4, cells: ['x', '1e+21'] },
    ],
  });
});

it('refuses rows above the limit, in workbooks and in CSV', async () => {
  const few = { ...limits, rows: 2 };
  const rows = [['Id'], ['1'], ['2'], ['3']];
  expect(await refusal(buildWorkbook(rows), few)).toMatch(/^The file has more than 2 rows\./);
  expect(await refusal(buildWorkbook(rows.slice(0, 3)), few)).toBe('read');
  expect(await refusal(Buffer.from('Id\n1\n2\n3\n'), few)).toMatch(/^The file has more than 2 rows\./);
  expect(await refusal(Buffer.from('Id\n1\n2\n'), few)).toBe('read');
});

it('reads CSV with the delimiter of its header', async () => {
  const table = await readTable(Buffer.from('\uFEFFId;Name\r\n1;"a;b"\r\n\r\n2;c;d\r\n3\r\n'), tableLimits);
  expect(table).toEqual({
    header: ['Id', 'Name'],
    rows: [
      { row: 2, cells: ['1', 'a;b'] },
      { row: 4, reason: 'The row has 3 values, but the header has 2 columns.' },
      { row: 5, cells: ['3'] },
    ],
  });
});
