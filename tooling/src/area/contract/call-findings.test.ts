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
const choiceSchema = (...values: string[]) => ({ type: 'string', enum: values });
const list = (items: JsonSchema) => ({ type: 'array', items });

const body = (schema: JsonSchema): CallShape => ({ body: schema });
const query = (schema: JsonSchema): CallShape => ({ query: schema });
const data = (schema: JsonSchema): CallShape => ({ answer: object({ data: schema }) });

const texts = (area: CallShape, live: CallShape | undefined, level = 'breaking') =>
  callFindings(key, area, live)
    .filter((finding) => finding.level === level)
    .map(({ text }) => text.replace(`${key}: `, ''));

describe('requests of an area to an API it was not built for', () => {
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
      ['the live API requires `a`, which this area may omit'],
    ],
    [
      'a property that is no longer accepted',
      body(object({ a: string, b: string }, ['a'])),
      body(object({ a: string })),
      ['the live API does not accept `b`, which this area may send'],
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
      ['the live API expects `size` as string, but this area may send number'],
    ],
    [
      'a narrower type',
      body(object({ size: number })),
      body(object({ size: integer })),
      ['the live API expects `size` as integer, but this area may send number'],
    ],
    [
      'null that is no longer accepted',
      body(object({ a: { anyOf: [string, nothing] } })),
      body(object({ a: string })),
      ['the live API expects `a` as string, but this area may send string or null'],
    ],
    [
      'any type where one type is expected',
      body(object({ value: {} })),
      body(object({ value: string })),
      ['the live API expects `value` as string, but this area may send anything'],
    ],
    [
      'a value removed from a list',
      body(object({ kind: choiceSchema('a', 'b', 'c') })),
      body(object({ kind: choiceSchema('a') })),
      ['the live API does not accept "b", "c" for `kind`'],
    ],
    [
      'any text where one of a list is expected',
      body(object({ kind: string })),
      body(object({ kind: choiceSchema('a', 'b') })),
      ['the live API accepts `kind` only as one of a, b'],
    ],
    [
      'tighter bounds',
      body(object({ size: { type: 'integer', maximum: 200 }, text: string })),
      body(object({ size: { type: 'integer', minimum: 1, maximum: 50 }, text: { ...string, minLength: 1 } })),
      [
        'the live API accepts `size` only if it is at least 1',
        'the live API accepts `size` only if it is at most 50',
        'the live API accepts `text` only if it is at least 1 characters',
      ],
    ],
    [
      'another pattern',
      body(object({ id: { ...string, pattern: '^a' } })),
      body(object({ id: { ...string, pattern: '^b' } })),
      ['the live API accepts `id` only if it is of the pattern ^b'],
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
      ['the live API requires `days` in the query, which this area may omit'],
    ],
    [
      'a query that is gone',
      query(object({ days: integer }, [])),
      {},
      ['the live API does not accept `days` in the query, which this area may send'],
    ],
    [
      'entries of a record',
      body({ type: 'object', patternProperties: { '^.*$': number } }),
      body({ type: 'object', patternProperties: { '^.*$': string } }),
      ['the live API expects `*` as string, but this area may send number'],
    ],
  ])('reports %s', (_case, area, live, expected) => {
    expect(texts(area, live)).toEqual(expected);
  });

  it.each<[string, CallShape, CallShape]>([
    [
      'an additional optional property',
      body(object({ a: string })),
      body(object({ a: string, b: string }, ['a'])),
    ],
    ['a property that became optional', body(object({ a: string })), body(object({ a: string }, []))],
    ['a wider type', body(object({ a: integer })), body(object({ a: number }))],
    ['an additional type', body(object({ a: string })), body(object({ a: { type: ['string', 'null'] } }))],
    ['any value', body(object({ a: string })), body(object({ a: {} }))],
    [
      'a longer list of values',
      body(object({ a: choiceSchema('x') })),
      body(object({ a: choiceSchema('x', 'y') })),
    ],
    ['wider bounds', body(object({ a: { ...string, maxLength: 10 } })), body(object({ a: string }))],
    ['a bound without effect', body(object({ a: string })), body(object({ a: { ...string, minLength: 0 } }))],
    ['a query where there was none', {}, query(object({ days: integer }, []))],
    [
      'an equivalent schema',
      body(object({ a: choiceSchema('x', 'y') })),
      body(object({ a: { anyOf: [choiceSchema('x'), choiceSchema('y')] } })),
    ],
    [
      'one branch of several',
      body(object({ a: object({ kind: choiceSchema('x') }) })),
      body(
        object({
          a: { choiceSchema: [object({ kind: choiceSchema('y') }), object({ kind: choiceSchema('x') })] },
        }),
      ),
    ],
  ])('accepts %s', (_case, area, live) => {
    expect(callFindings(key, area, live)).toEqual([]);
  });
});

describe('answers to an area from an API it was not built for', () => {
  it.each<[string, CallShape, CallShape, string[]]>([
    [
      'a removed property',
      data(object({ total: number, name: string })),
      data(object({ name: string })),
      ['its answer no longer has `data.total`'],
    ],
    [
      'a property that became optional',
      data(list(object({ name: string }))),
      data(list(object({ name: string }, []))),
      ['its answer may lack `data[].name`, which this area relies on'],
    ],
    [
      'another type',
      data(object({ total: number })),
      data(object({ total: string })),
      ['its answer has `data.total` as string, but this area expects number'],
    ],
    [
      'null where there was none',
      data(object({ total: number })),
      data(object({ total: { anyOf: [number, nothing] } })),
      ['its answer has `data.total` as number or null, but this area expects number'],
    ],
    [
      'fractions in place of integers',
      data(integer),
      data(number),
      ['its answer has `data` as number, but this area expects integer'],
    ],
    [
      'a list in place of an object',
      data(object({ total: number })),
      data(list(number)),
      ['its answer has `data` as array, but this area expects object'],
    ],
  ])('reports %s', (_case, area, live, expected) => {
    expect(texts(area, live)).toEqual(expected);
  });

  it.each<[string, CallShape, CallShape]>([
    ['more properties', data(object({ a: string })), data(object({ a: string, b: string }))],
    ['a property that became required', data(object({ a: string }, [])), data(object({ a: string }))],
    ['a removed optional property', data(object({ a: string }, [])), data(object({}))],
    ['a narrower type', data(object({ a: { anyOf: [number, nothing] } })), data(object({ a: integer }))],
    ['fewer values', data(choiceSchema('a', 'b')), data(choiceSchema('a'))],
    ['other bounds', data({ ...string, maxLength: 10 }), data({ ...string, maxLength: 100 })],
  ])('accepts %s', (_case, area, live) => {
    expect(callFindings(key, area, live)).toEqual([]);
  });

  it('reports unknown values as a note', () => {
    const [area, live] = [
      data(object({ kind: choiceSchema('a') })),
      data(object({ kind: choiceSchema('a', 'b') })),
    ];
    expect(texts(area, live)).toEqual([]);
    expect(texts(area, live, 'note')).toEqual([
      'its answer may have "b" for `data.kind`, unknown to this area',
    ]);
    expect(texts(data(choiceSchema('a')), data(string), 'note')).toEqual([
      'its answer may have other values for `data` than a',
    ]);
  });
});

describe('callFindings', () => {
  it('reports a missing call', () => {
    expect(callFindings('GET /api/y', {}, undefined)).toEqual([
      { level: 'breaking', text: 'GET /api/y is not offered by the live API' },
    ]);
  });

  it('reports the same problem in several branches once', () => {
    const either = (...of: JsonSchema[]) => body(object({ a: { anyOf: of } }));
    expect(texts(either(number, integer), body(object({ a: string })))).toHaveLength(1);
  });

  it.each(Object.keys(calls))('finds %s compatible with itself', (call) => {
    const shape = shapeOfDefinition((calls as Record<string, CallDefinition>)[call]!);
    expect(callFindings(call, shape, shape)).toEqual([]);
  });
});
