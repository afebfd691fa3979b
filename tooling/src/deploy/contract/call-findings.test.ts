import { calls } from '@readerlens/contract';
import type { CallDefinition } from '@readerlens/contract';
import type { CallShape, JsonSchema } from '@readerlens/contract/registry';
import { callFindings } from './call-findings.ts';
import { shapeOfDefinition } from './call-shapes.ts';

const key = 'POST /api/x';
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const list = (items: JsonSchema) => ({ type: 'array', items });

const body = (schema: JsonSchema): CallShape => ({ body: schema });
const query = (schema: JsonSchema): CallShape => ({ query: schema });
const data = (schema: JsonSchema): CallShape => ({ answer: object({ data: schema }) });

const texts = (area: CallShape, live: CallShape | undefined, level = 'breaks') =>
  callFindings(key, area, live)
    .filter((finding) => finding.level === level)
    .map(({ text }) => text.replace(`${key}: `, ''));

describe('what an area sends to another API than it was built for', () => {
  it.each<[string, CallShape, CallShape, string[]]>([
    [
      'a new required property',
      body(object({ a: string })),
      body(object({ a: string, startDate: string })),
      ['the live API requires `startDate`, which this area does not send'],
    ],
    [
      'a property that became required',
      body(object({ a: string }, [])),
      body(object({ a: string })),
      ['the live API requires `a`, which this area may leave out'],
    ],
    [
      'a property that is no longer taken',
      body(object({ a: string, b: string }, ['a'])),
      body(object({ a: string })),
      ['the live API does not take `b`, which this area may send'],
    ],
    [
      'a property deep inside',
      body(object({ filters: list(object({ field: string })) })),
      body(object({ filters: list(object({ field: string, op: string })) })),
      ['the live API requires `filters[].op`, which this area does not send'],
    ],
    [
      'another type',
      body(object({ size: number })),
      body(object({ size: string })),
      ['the live API takes `size` as string, and this area may send number'],
    ],
    [
      'a narrower type',
      body(object({ size: number })),
      body(object({ size: integer })),
      ['the live API takes `size` as integer, and this area may send number'],
    ],
    [
      'null no longer taken',
      body(object({ a: { anyOf: [string, nothing] } })),
      body(object({ a: string })),
      ['the live API takes `a` as string, and this area may send string or null'],
    ],
    [
      'anything, where one type is wanted',
      body(object({ value: {} })),
      body(object({ value: string })),
      ['the live API takes `value` as string, and this area may send anything'],
    ],
    [
      'a value that left a list',
      body(object({ kind: oneOf('a', 'b', 'c') })),
      body(object({ kind: oneOf('a') })),
      ['the live API does not take "b", "c" for `kind`'],
    ],
    [
      'any text, where one of a list is wanted',
      body(object({ kind: string })),
      body(object({ kind: oneOf('a', 'b') })),
      ['the live API takes `kind` only as one of a, b'],
    ],
    [
      'tighter bounds',
      body(object({ size: { type: 'integer', maximum: 200 }, text: string })),
      body(object({ size: { type: 'integer', minimum: 1, maximum: 50 }, text: { ...string, minLength: 1 } })),
      [
        'the live API takes `size` only when it is at least 1',
        'the live API takes `size` only when it is at most 50',
        'the live API takes `text` only when it is at least 1 characters',
      ],
    ],
    [
      'another pattern',
      body(object({ id: { ...string, pattern: '^a' } })),
      body(object({ id: { ...string, pattern: '^b' } })),
      ['the live API takes `id` only when it is of the pattern ^b'],
    ],
    [
      'a body where there was none',
      {},
      body(object({ a: string })),
      ['the live API requires `a`, which this area does not send'],
    ],
    [
      'a query parameter that became required',
      query(object({ days: integer }, [])),
      query(object({ days: integer })),
      ['the live API requires `days` in the query, which this area may leave out'],
    ],
    [
      'a query that is gone',
      query(object({ days: integer }, [])),
      {},
      ['the live API does not take `days` in the query, which this area may send'],
    ],
    [
      'entries of a record',
      body({ type: 'object', patternProperties: { '^.*$': number } }),
      body({ type: 'object', patternProperties: { '^.*$': string } }),
      ['the live API takes `*` as string, and this area may send number'],
    ],
  ])('names %s', (_what, area, live, expected) => {
    expect(texts(area, live)).toEqual(expected);
  });

  it.each<[string, CallShape, CallShape]>([
    ['an optional property more', body(object({ a: string })), body(object({ a: string, b: string }, ['a']))],
    ['a property that became optional', body(object({ a: string })), body(object({ a: string }, []))],
    ['a wider type', body(object({ a: integer })), body(object({ a: number }))],
    ['one more type', body(object({ a: string })), body(object({ a: { type: ['string', 'null'] } }))],
    ['anything at all', body(object({ a: string })), body(object({ a: {} }))],
    ['a longer list of values', body(object({ a: oneOf('x') })), body(object({ a: oneOf('x', 'y') }))],
    ['wider bounds', body(object({ a: { ...string, maxLength: 10 } })), body(object({ a: string }))],
    [
      'a bound that says nothing',
      body(object({ a: string })),
      body(object({ a: { ...string, minLength: 0 } })),
    ],
    ['a query where there was none', {}, query(object({ days: integer }, []))],
    [
      'the same written otherwise',
      body(object({ a: oneOf('x', 'y') })),
      body(object({ a: { anyOf: [oneOf('x'), oneOf('y')] } })),
    ],
    [
      'one branch of several',
      body(object({ a: object({ kind: oneOf('x') }) })),
      body(object({ a: { oneOf: [object({ kind: oneOf('y') }), object({ kind: oneOf('x') })] } })),
    ],
  ])('lets %s pass', (_what, area, live) => {
    expect(callFindings(key, area, live)).toEqual([]);
  });
});

describe('what an area expects of another API than it was built for', () => {
  it.each<[string, CallShape, CallShape, string[]]>([
    [
      'a property that is gone',
      data(object({ total: number, name: string })),
      data(object({ name: string })),
      ['its answer lost `data.total`'],
    ],
    [
      'a property that may be missing now',
      data(list(object({ name: string }))),
      data(list(object({ name: string }, []))),
      ['its answer may lack `data[].name`, which this area relies on'],
    ],
    [
      'another type',
      data(object({ total: number })),
      data(object({ total: string })),
      ['its answer has `data.total` as string, and this area expects number'],
    ],
    [
      'null where there was none',
      data(object({ total: number })),
      data(object({ total: { anyOf: [number, nothing] } })),
      ['its answer has `data.total` as number or null, and this area expects number'],
    ],
    [
      'fractions where whole numbers were',
      data(integer),
      data(number),
      ['its answer has `data` as number, and this area expects integer'],
    ],
    [
      'a list where an object was',
      data(object({ total: number })),
      data(list(number)),
      ['its answer has `data` as array, and this area expects object'],
    ],
  ])('names %s', (_what, area, live, expected) => {
    expect(texts(area, live)).toEqual(expected);
  });

  it.each<[string, CallShape, CallShape]>([
    ['more properties', data(object({ a: string })), data(object({ a: string, b: string }))],
    ['a property that is always there now', data(object({ a: string }, [])), data(object({ a: string }))],
    ['an optional property that is gone', data(object({ a: string }, [])), data(object({}))],
    ['a narrower type', data(object({ a: { anyOf: [number, nothing] } })), data(object({ a: integer }))],
    ['fewer values', data(oneOf('a', 'b')), data(oneOf('a'))],
    ['other bounds', data({ ...string, maxLength: 10 }), data({ ...string, maxLength: 100 })],
  ])('lets %s pass', (_what, area, live) => {
    expect(callFindings(key, area, live)).toEqual([]);
  });

  it('notes values that the area does not know, and breaks nothing', () => {
    const [area, live] = [data(object({ kind: oneOf('a') })), data(object({ kind: oneOf('a', 'b') }))];
    expect(texts(area, live)).toEqual([]);
    expect(texts(area, live, 'note')).toEqual([
      'its answer may have "b" for `data.kind`, unknown to this area',
    ]);
    expect(texts(data(oneOf('a')), data(string), 'note')).toEqual([
      'its answer may have other values for `data` than a',
    ]);
  });
});

describe('callFindings', () => {
  it('names a call that is not there', () => {
    expect(callFindings('GET /api/y', {}, undefined)).toEqual([
      { level: 'breaks', text: 'GET /api/y is not offered by the live API' },
    ]);
  });

  it('says once what is the matter in several branches', () => {
    const either = (...of: JsonSchema[]) => body(object({ a: { anyOf: of } }));
    expect(texts(either(number, integer), body(object({ a: string })))).toHaveLength(1);
  });

  it.each(Object.keys(calls))('finds nothing between %s and itself', (call) => {
    const shape = shapeOfDefinition((calls as Record<string, CallDefinition>)[call]!);
    expect(callFindings(call, shape, shape)).toEqual([]);
  });
});
