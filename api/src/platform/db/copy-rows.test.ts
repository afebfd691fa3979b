import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { copiedValues, copyText } from './copy-rows.ts';

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
