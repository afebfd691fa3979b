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
  [1.5, '1.5'],
  [true, 'true'],
  [[1, -2], "'{1,-2}'"],
  [[], "'{}'"],
  ['2026-03-01T00:00:00.000Z', "'2026-03-01T00:00:00.000Z'"],
  ["aé'", String.raw`U&'a\+0000e9\+000027'`],
  ['\\😀', String.raw`U&'\+00005c\+01f600'`],
  ['\ud800', String.raw`U&'\+00fffd'`],
  [null, 'NULL'],
  [['a', null], "ARRAY[U&'a', NULL]"],
  [['%x', '2026Z\n'], String.raw`ARRAY[U&'\+000025x', U&'2026Z\+00000a']`],
])('writes %j into a statement', (value, text) => {
  const query = CompiledQuery.raw('SELECT $2, $1', [1, value]);
  expect(isCopyable(query)).toBe(true);
  expect(withoutParameters(query)).toBe(`SELECT ${text}, 1`);
});

it.each([
  ['a list with text and numbers', [1, "'"]],
  ['what is not a number', Number.NaN],
  ['an object', { a: 1 }],
])('refuses %s', (_, value) => {
  const query = CompiledQuery.raw('SELECT $1', [value]);
  expect(isCopyable(query)).toBe(false);
  expect(() => withoutParameters(query)).toThrow('A parameter of a copy');
});
