import * as fc from 'fast-check';
import { arbModel, runs, testCatalogue, testSeed } from '../testing/index.ts';
import { activityFields, createCatalogue, namedCatalogue, questionField } from './catalogue.ts';
import { filterFields } from './fields.ts';
import { parseActivityTypes } from './parse-value.ts';
import { parseFilters, parseModel } from './parse.ts';

const listProblemPaths = (input: unknown) => {
  const parsed = parseFilters(input, testCatalogue);
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
};
const parseOne = (input: unknown) => {
  const parsed = parseFilters([input], testCatalogue);
  return parsed.ok ? parsed.filters[0] : parsed.problems;
};

// JSON that is almost a list of filters.
const nearly = fc.array(
  fc.record(
    {
      $type: fc.oneof(fc.constantFrom('Terms', 'Text', 'Bool', 'DateRange', 'Numeric'), fc.jsonValue()),
      field: fc.oneof(
        fc.constantFrom(...filterFields.map(({ field }) => field), '__proto__', 'constructor'),
        fc.jsonValue(),
      ),
      op: fc.oneof(fc.constantFrom('Contains', 'Equals', 'NotLike', 'valueOf'), fc.jsonValue()),
      value: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.record({ id: fc.jsonValue(), name: fc.jsonValue() }, { requiredKeys: [] })),
        fc.record(
          { from: fc.oneof(fc.string(), fc.constant('2024-02-31')), to: fc.jsonValue() },
          { requiredKeys: [] },
        ),
        fc.string({ unit: 'binary' }),
      ),
      allowNA: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
);

describe('parseFilters', () => {
  it('never throws, and returns either a list or problems', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nearly), (input) => {
        const parsed = parseFilters(input, testCatalogue);
        expect(parsed.ok || parsed.problems.length > 0).toBe(true);
      }),
      { numRuns: runs({ test: 2000, soak: 20_000 }), seed: testSeed },
    );
  });

  it('accepts its own output unchanged, with or without the kind', () => {
    fc.assert(
      fc.property(arbModel(), fc.boolean(), (model, tagged) => {
        const stored: unknown = JSON.parse(
          JSON.stringify(model, (key, value: unknown) => (key === '$type' && !tagged ? undefined : value)),
        );
        expect(parseModel(stored, testCatalogue)).toEqual({ ok: true, model });
      }),
      { numRuns: runs({ test: 200, soak: 5000 }), seed: testSeed },
    );
  });

  it('infers kind and operator from the field', () => {
    expect(parseOne({ field: 'Clients', value: [{ id: 'c1', name: 'Acme' }, 'c1', 7] })).toEqual({
      $type: 'Terms',
      field: 'Clients',
      op: 'Contains',
      value: [{ id: 'c1', name: 'Acme' }, { id: '7' }],
      allowNA: false,
    });
    expect(parseOne({ field: 'Title', value: ['chief', 'head of'] })).toMatchObject({
      op: 'Equals',
      value: 'chief\nhead of',
    });
    expect(parseOne({ field: 'RelativeDateRange', value: 'Last1Year' })).toMatchObject({ value: '-1y' });
  });

  it('accepts fixed options by id, name or code', () => {
    expect(parseOne({ field: 'BuyersJourneyStage', value: [1, 'late', '77'] })).toMatchObject({
      value: [{ id: 'Early' }, { id: 'Late' }, { id: 'Unclassified' }],
    });
    expect(parseOne({ field: 'ActivityTypes', value: ['customer request', 2] })).toMatchObject({
      value: [{ id: 'CustomerRequest' }, { id: 'Event' }],
    });
    expect(parseOne({ field: 'ProfileStatus', value: ['Basic', 3] })).toMatchObject({
      value: [{ id: '2' }, { id: '3' }],
    });
    expect(listProblemPaths([{ field: 'Quality', value: [{ id: '4' }] }])).toEqual(['/filters/0/value/0']);
  });

  it.each([
    ['an unknown field', { field: 'Nope', value: [] }, '/filters/0/field'],
    ['a built-in property name', { field: '__proto__', value: [] }, '/filters/0/field'],
    ['another kind', { $type: 'Text', field: 'Clients', value: 'x' }, '/filters/0/$type'],
    ['an operator of another kind', { field: 'Clients', op: 'Like', value: [] }, '/filters/0/op'],
    [
      'an operator that the field does not allow',
      { field: 'Clients', op: 'NotContains', value: [] },
      '/filters/0/op',
    ],
    ['a value of the wrong type', { field: 'Clients', value: 'c1' }, '/filters/0/value'],
    ['an option without id', { field: 'Clients', value: [{ name: 'Acme' }] }, '/filters/0/value/0'],
    [
      'too many options',
      { field: 'ReaderOrgs', value: Array.from({ length: 2001 }, (_, i) => i) },
      '/filters/0/value',
    ],
    ['text that cannot be stored', { field: 'Title', value: 'a\0b' }, '/filters/0/value'],
    ['half a surrogate pair', { field: 'Title', value: '\ud800' }, '/filters/0/value'],
    [
      'a day that does not exist',
      { field: 'DateRange', value: { from: '2025-02-29' } },
      '/filters/0/value/from',
    ],
    [
      'an inverted range',
      { field: 'DateRange', value: { from: '2025-02-02', to: '2025-02-01' } },
      '/filters/0/value',
    ],
    ['a fraction of a device', { field: 'DeviceCount', value: 0.5 }, '/filters/0/value'],
    ['text instead of a number', { field: 'Revenue', value: '12' }, '/filters/0/value'],
    ['an unknown source', { field: 'MediaSource', value: ['Radio'] }, '/filters/0/value/0'],
    ['an unknown relative range', { field: 'RelativeDateRange', value: '-3y' }, '/filters/0/value'],
    ['an invalid flag', { field: 'JsProcessed', value: 'yes' }, '/filters/0/value'],
    ['a missing value', { field: 'Specifics' }, '/filters/0/value'],
  ])('rejects %s', (_, filter, path) => {
    expect(listProblemPaths([filter])).toEqual([path]);
  });

  it('distinguishes days out of range from invalid days', () => {
    const findDateMessage = (from: string) => {
      const parsed = parseFilters([{ field: 'DateRange', value: { from } }], namedCatalogue);
      return parsed.ok ? undefined : parsed.problems[0]?.message;
    };
    expect(findDateMessage('1800-01-01')).toBe('Expected a date between 1900 and 2199.');
    expect(findDateMessage('2025-02-29')).toBe('Expected a date as YYYY-MM-DD.');
    expect(findDateMessage('1900-01-01')).toBeUndefined();
  });

  it('allows seven entries per field, and one date range', () => {
    const title = { field: 'Title', value: 'x' };
    expect(listProblemPaths(Array.from({ length: 7 }, () => title))).toEqual([]);
    expect(listProblemPaths(Array.from({ length: 8 }, () => title))).toEqual(['/filters/7']);
    const relative = { field: 'RelativeDateRange', value: '-1d' };
    expect(listProblemPaths([relative, relative])).toEqual(['/filters/1']);
    expect(listProblemPaths(Array.from({ length: 201 }, () => title))).toEqual(['/filters']);
  });

  it('reports every problem of a model', () => {
    const parsed = parseModel(
      { filters: [{ field: 'x' }, 3], indices: ['Webinar', 'Concert'] },
      testCatalogue,
    );
    expect(parsed.ok ? [] : parsed.problems.map(({ path }) => path)).toEqual([
      '/filters/0/field',
      '/filters/1',
      '/indices/1',
    ]);
  });
});

describe('parseActivityTypes', () => {
  it('accepts ids, labels in any case and spacing, and codes', () => {
    expect(parseActivityTypes(['event', ' customer  REQUEST', 1, 'Engagement', '2'])).toEqual({
      ok: true,
      activityTypes: ['Engagement', 'CustomerRequest', 'Webinar', 'Event'],
    });
    expect(parseActivityTypes(undefined)).toEqual({ ok: true, activityTypes: [] });
  });

  it('rejects anything else', () => {
    expect(parseActivityTypes(['Webinar', 3, null])).toMatchObject({
      problems: [{ path: '/activityTypes/1' }, { path: '/activityTypes/2' }],
    });
    expect(parseActivityTypes('Webinar').ok).toBe(false);
  });
});

describe('the catalogue', () => {
  it('has each named field once, with its label', () => {
    expect(filterFields).toHaveLength(39);
    expect(namedCatalogue.find('ContentTopics')?.label).toBe('Content Theme');
    expect(namedCatalogue.find('Onlines')?.label).toBe('Communities');
    expect(activityFields(namedCatalogue)).toHaveLength(39);
  });

  it('rejects a question field with a duplicate or unsafe name', () => {
    const question = { id: 'q', label: 'Q', group: 'General', kind: 'Text' } as const;
    expect(() => createCatalogue([questionField({ ...question, field: 'Title' })])).toThrow('same name');
    expect(() => questionField({ ...question, field: 'a.b' })).toThrow('not a valid filter field name');
  });
});
