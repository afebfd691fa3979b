import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createCsvRecordReader } from './csv-records.ts';
import { longestRecord } from './text-lines.ts';

const read = (content: string, delimiter = ',') => {
  const reader = createCsvRecordReader(delimiter);
  const lines = content.split('\n').map((text, index) => ({ number: index + 1, text }));
  return [...reader.read(lines), ...reader.end()];
};

const shown = (content: string, delimiter?: string) =>
  read(content, delimiter).map((item) =>
    'cells' in item ? [item.line, ...item.cells] : [item.line, item.reason],
  );

describe('records of CSV', () => {
  it('have the line where they begin, also after values of several lines and blank lines', () => {
    expect(shown('a,b\n1,"x\ny\nz"\n\n , \n2,é')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x\ny\nz'],
      [7, '2', 'é'],
    ]);
  });

  it.each([
    ['a doubled quote', '"a ""b"" c",d', ['a "b" c', 'd']],
    ['a delimiter within quotes', '"a,b",c', ['a,b', 'c']],
    ['blanks around', ' a , "b" ,c', ['a', 'b', 'c']],
    ['a quote in the middle', '5" pipe,b', ['5" pipe', 'b']],
    ['empty values', '"",,x', ['', '', 'x']],
    ['a quoted last value', 'a,"b"', ['a', 'b']],
  ])('may have %s', (_, line, cells) => {
    expect(shown(line)).toEqual([[1, ...cells]]);
  });

  it('lose one line to a misplaced quote, not the lines after it', () => {
    const result = shown('1,"x"y\n2,3\n7,"open\n8,9\n10,"r"\n11,12');
    expect(result).toEqual([
      [1, 'There is text after the closing quote of a value.'],
      [2, '2', '3'],
      [3, 'There is text after the closing quote of a value.'],
      [4, '8', '9'],
      [5, '10', 'r'],
      [6, '11', '12'],
    ]);
  });

  it('lose one line to a quote that is never closed', () => {
    expect(shown('1,"open\n8,9\n10,11')).toEqual([
      [1, 'The closing quote of a value is missing.'],
      [2, '8', '9'],
      [3, '10', '11'],
    ]);
  });

  it('lose one line to an open quote in a long file', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${index},${'x'.repeat(1000)}`);
    const result = read(`0,"open\n${lines.join('\n')}`);
    expect(result).toHaveLength(3001);
    expect(result[0]).toEqual({ line: 1, reason: expect.stringContaining(String(longestRecord)) as string });
    expect(result.slice(1).every((item) => 'cells' in item)).toBe(true);
  });

  it('are the same as those of csv-parse', () => {
    const value = fc
      .string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', 'é', ';') })
      .map((text) => text.trim());
    const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, (records) => {
        const filled = records.map((cells) => ['x', ...cells]);
        const content = filled
          .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? quoted(cell) : cell)).join(','))
          .join('\n');
        const expected = parse(content, { relax_column_count: true });
        expect(read(content).map((item) => 'cells' in item && item.cells)).toEqual(expected);
      }),
    );
  });
});
