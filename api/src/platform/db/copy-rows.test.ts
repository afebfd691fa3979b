import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import { describeOnEachEngine } from '../testing/index.ts';
import { copiedColumns, copiedValues, copyText, joinChunks, withoutParameters } from './copy-rows.ts';

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
  [-5, "'-5'"],
  [1.5, "'1.5'"],
  [true, "'true'"],
  [null, 'NULL'],
  [[1, -2], "'{1,-2}'"],
  [[], "'{}'"],
  ['2026-03-01T00:00:00.000Z', "'2026-03-01T00:00:00.000Z'"],
  [new Date('2026-03-01T00:00:00Z'), "'2026-03-01T00:00:00.000Z'"],
  ["aé'", String.raw`U&'a\+0000e9\+000027'`],
  ['\\😀', String.raw`U&'\+00005c\+01f600'`],
  ['\ud800', String.raw`U&'\+00fffd'`],
  ['2026\n', String.raw`U&'2026\+00000a'`],
  [['"', null], String.raw`U&'\+00007b\+000022\+00005c\+000022\+000022\+00002cNULL\+00007d'`],
])('writes %j into a statement', (value, text) => {
  expect(withoutParameters(CompiledQuery.raw('SELECT $2, $1', [1, value]))).toBe(`SELECT ${text}, '1'`);
});

describeOnEachEngine('a parameter in the text of a statement', (db) => {
  it.each([
    ["it's \\ $1 %_ 😀\u0000".slice(0, -1)],
    [['a', "b'c", null, '', '{,}', '"\\']],
    [new Date('2026-03-01T12:34:56.789Z')],
    [[1, 2]],
    [{ a: ["'"] }],
    [-0.5],
  ])('is read as the driver sends it: %j', async (value) => {
    const cast = sql.raw(
      Array.isArray(value) ? (typeof value[0] === 'number' ? 'integer[]' : 'text[]') : 'text',
    );
    const query = sql<{ value: unknown }>`SELECT ${value}::${cast} AS value`.compile(db().kysely);
    const read = async (compiled: CompiledQuery) => (await db().kysely.executeQuery(compiled)).rows;
    expect(await read(CompiledQuery.raw(withoutParameters(query)))).toEqual(await read(query));
  });
});

describeOnEachEngine('the columns of a copy', (db) => {
  const readChunks = async (query: string): Promise<readonly Uint8Array[]> => {
    const session = await db().session();
    try {
      return await session.copyTo(query, 'binary');
    } finally {
      session.release();
    }
  };

  const query = `SELECT * FROM (VALUES (1, NULL::bytea, '\\x0102'::bytea, NULL::bytea), (-2, NULL, '\\x', NULL),
    (3, NULL, NULL, '\\x030405')) AS row (a, b, c, d)`;

  it.each([1, 2, 3, 5, 1000])(
    'have the values of all rows, however the bytes arrive: %j at a time',
    async (length) => {
      const bytes = joinChunks(await readChunks(query));
      const starts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, place) => place * length);
      const chunks = starts.map((start) => bytes.subarray(start, start + length));
      expect(copiedColumns(chunks)).toEqual([
        Uint8Array.from([0, 0, 0, 1, 255, 255, 255, 254, 0, 0, 0, 3]),
        null,
        Uint8Array.from([1, 2]),
        Uint8Array.from([3, 4, 5]),
      ]);
      // An incomplete copy is not taken for a smaller one.
      expect(() => copiedColumns([bytes.subarray(0, -2)])).toThrow('A copy ends within a value.');
    },
  );

  it('are none without rows', async () => {
    expect(copiedColumns(await readChunks('SELECT 1 WHERE false'))).toEqual([]);
  });
});
