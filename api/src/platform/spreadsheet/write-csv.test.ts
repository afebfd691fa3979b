import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { writeCsv } from './index.ts';
import type { Row } from './index.ts';

const columns = [
  { title: 'Name', width: 20 },
  { title: 'Value', width: 10 },
];
const write = async (...rows: Row[]) =>
  (await buffer(writeCsv({ columns, rows: [rows.slice(0, 1), [], rows.slice(1)] }))).toString();

describe('a CSV', () => {
  it('starts with a byte order mark, and lines end with CRLF (RFC 4180)', async () => {
    expect(await write(['Größe', 1], ['東京', null])).toBe('\ufeffName,Value\r\nGröße,1\r\n東京,\r\n');
  });

  it('quotes values where necessary', async () => {
    const rows = [
      ['a "b"', 'c,d'],
      ['two\nlines', 'two\r\nlines'],
      ['return\r', ' blanks '],
    ];
    expect(parse(await write(...rows), { bom: true, from: 2 })).toEqual(rows);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\n=1',
    "|calc'!A0",
    '＝1',
    '＋1',
    '－1',
    '　＠SUM(A1)',
  ])('prevents %j from being evaluated', async (formula) => {
    const [row] = parse(await write([formula, 'x']), { bom: true, from: 2 });
    expect(row).toEqual([`'${formula}`, 'x']);
  });

  it('writes numbers, booleans and dates without quotes', async () => {
    const lines = await write([-3.5, true], [new Date('2024-02-29T23:59:58.700Z'), false]);
    expect(lines.split('\r\n').slice(1, 3)).toEqual(['-3.5,true', '2024-02-29 23:59:58,false']);
  });
});
