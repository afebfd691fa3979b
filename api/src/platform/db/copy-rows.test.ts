import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { CompiledQuery } from 'kysely';
import { copiedValues, copyText, isCopyable, withoutParameters } from './copy-rows.ts';

it('reads back what it writes', async () => {
  const rows = [
    ['a\\b', null, 'tab\there', 'two\nlines\r', '', '\\N', '\\t'],
    ['plain', 'text', null, '東京', ' ', 'N', '0'],
  ];
  const text = (await buffer(Readable.from(copyText(rows)))).toString();
  expect(text.split('\n').slice(0, -1).map(copiedValues)).toEqual(rows);
});

it('reads the escapes that only the database writes', () => {
  expect(copiedValues('a\\bb\\f\\v')).toEqual(['a\bb\f\v']);
});

it.each([
  [-5, '-5'],
  [[1, -2], "'{1,-2}'"],
  ['2026-03-01T00:00:00.000Z', "'2026-03-01T00:00:00.000Z'"],
])('writes %j into a statement', (value, text) => {
  const query = CompiledQuery.raw('SELECT $2, $1', [1, value]);
  expect(isCopyable(query)).toBe(true);
  expect(withoutParameters(query)).toBe(`SELECT ${text}, 1`);
});

it.each([
  ['text', 'plain'],
  ['a list with text', [1, "'"]],
  ['a fraction', 1.5],
  ['a missing value', null],
  ['more than an instant', "2026-03-01T00:00:00.000Z'"],
  ['an instant and a line', '2026-03-01T00:00:00.000Z\n'],
])('refuses %s', (_, value) => {
  const query = CompiledQuery.raw('SELECT $1', [value]);
  expect(isCopyable(query)).toBe(false);
  expect(() => withoutParameters(query)).toThrow('Only integers');
});
