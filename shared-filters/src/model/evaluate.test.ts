import * as fc from 'fast-check';
import { arbFacts, arbFilters, runs, testCatalogue, testNow as now, testSeed } from '../testing/index.ts';
import { evaluate } from './evaluate.ts';
import type { EngagementFacts } from './facts.ts';
import type { Filter } from './kinds.ts';
import { parseFilters } from './parse.ts';
import { prepareForQuery, findDateRange, listMediaSources } from './prepare.ts';

const context = { now, catalogue: testCatalogue };

const row: EngagementFacts = {
  clientId: 'c1',
  onlineId: 'o1',
  occurredAt: '2026-03-30T23:59:59.999Z',
  activityType: 'Engagement',
  sequence: 1,
  quality: 3,
  source: 'editorial',
  documentTitle: 'Élan of 50%_yield\\day',
  documentType: null,
  stage: 'Early',
  contentType: 'Editorial',
  topics: ['t1', 't2'],
  openAccess: 1,
  jsProcessed: true,
  analystTags: [],
  newsletter: null,
  offerings: [],
  profileStatus: 1,
  specifics: null,
  email: null,
  firstName: 'Ada',
  lastName: 'Byron',
  title: 'Head of ΟΔΟΣ',
  personas: [],
  city: null,
  state: null,
  country: 'SE',
  region: 'EMEA',
  clientConsent: true,
  nlConsent: null,
  readerOrgId: 'r1',
  readerCompany: 'Acme',
  revenue: 100,
  productCategory: [],
  orgType: [],
  answers: { DeviceTypes: ['d1'], DeviceMaker: false },
};

const passes = (...filters: unknown[]): boolean => {
  const parsed = parseFilters(filters, testCatalogue);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const direct = evaluate(row, parsed.filters, context);
  expect(evaluate(row, prepareForQuery(parsed.filters, context), context)).toBe(direct);
  return direct;
};

describe('evaluate', () => {
  it.each<[string, unknown, boolean]>([
    ['any of the terms', { field: 'ContentTopics', value: ['t2', 't9'] }, true],
    ['none of the terms', { field: 'ContentTopics', op: 'NotContains', value: ['t2', 't9'] }, false],
    ['terms of a missing value', { field: 'Newsletter', value: ['n1'] }, false],
    ['terms or no value', { field: 'Newsletter', value: ['n1'], allowNA: true }, true],
    ['only rows without a value', { field: 'ContentTopics', value: [], allowNA: true }, false],
    [
      'none of the terms, with the value missing',
      { field: 'Newsletter', op: 'NotContains', value: ['n1'] },
      true,
    ],
    ['terms by number', { field: 'Quality', value: [3] }, true],
    ['terms of a question', { field: 'DeviceTypes', value: ['d1'] }, true],
    ['a whole text in another case', { field: 'Title', value: 'head OF οδος' }, true],
    ['a final sigma as the same letter', { field: 'Title', value: 'HEAD of οδοσ' }, true],
    ['a whole text without its accents', { field: 'DocumentTitle', op: 'Contains', value: 'elan' }, true],
    ['part of a text', { field: 'DocumentTitle', op: 'Contains', value: 'éLAN' }, true],
    ['a percent sign as itself', { field: 'DocumentTitle', op: 'Contains', value: '0%_Y' }, true],
    [
      'a wildcard that Contains does not have',
      { field: 'DocumentTitle', op: 'Contains', value: 'of*yield' },
      false,
    ],
    ['a pattern with stars', { field: 'DocumentTitle', op: 'Like', value: '*of*yield*' }, true],
    ['a pattern with percent signs', { field: 'DocumentTitle', op: 'Like', value: 'é%\\day' }, true],
    [
      'a pattern that matches only part of the text',
      { field: 'DocumentTitle', op: 'Like', value: 'of*' },
      false,
    ],
    ['an underscore as itself', { field: 'DocumentTitle', op: 'Like', value: '*50__yield*' }, false],
    ['any of the lines', { field: 'FirstName', value: 'Bob\n ada \n' }, true],
    ['none of the lines', { field: 'FirstName', op: 'NotEqual', value: 'Bob\nada' }, false],
    ['no text, not equal', { field: 'City', op: 'NotEqual', value: 'Lund' }, true],
    ['no text, not like', { field: 'City', op: 'NotLike', value: '*' }, true],
    ['no text, like anything', { field: 'City', op: 'Like', value: '*' }, false],
    ['yes', { field: 'ClientConsentStatus', value: true }, true],
    ['no, when it is missing', { field: 'NlConsentStatus', value: false }, false],
    ['no or missing', { field: 'NlConsentStatus', value: false, allowNA: true }, true],
    ['both', { field: 'NlConsentStatus', value: null }, true],
    ['an answer to a question', { field: 'DeviceMaker', value: false }, true],
    ['less', { field: 'Revenue', op: 'LessThan', value: 100 }, false],
    ['less or equal', { field: 'Revenue', op: 'LessThanOrEquals', value: 100 }, true],
    ['a missing number', { field: 'DeviceCount', op: 'LessThan', value: 5 }, false],
    ['a media source', { field: 'MediaSource', value: ['Regular Newsletters'] }, true],
    ['all newsletters', { field: 'MediaSource', value: ['All newsletters'] }, true],
    ['another media source', { field: 'MediaSource', value: ['Non-newsletter', 'Stream NL'] }, false],
    ['a value that exists', { field: 'Specifics', value: true }, false],
    ['a value that is missing', { field: 'AnalystTagsExist', value: false }, true],
    [
      'to the end of the last day',
      { field: 'DateRange', value: { from: '2026-03-30', to: '2026-03-30' } },
      true,
    ],
    ['before the first day', { field: 'DateRange', value: { from: '2026-03-31', to: '2026-03-31' } }, false],
    ['a start alone', { field: 'DateRange', value: { from: '2025-03-29' } }, false],
    ['a range with no ends', { field: 'DateRange', value: {} }, true],
    ['yesterday', { field: 'RelativeDateRange', value: '-1d' }, true],
    ['last calendar year', { field: 'RelativeDateRange', value: '/y-1y' }, false],
  ])('%s', (_, filter, expected) => {
    expect(passes(filter)).toBe(expected);
  });

  it('requires all filters, and prefers a relative range over dates', () => {
    const dates = { field: 'DateRange', value: { from: '2020-01-01', to: '2020-12-31' } };
    expect(passes({ field: 'Clients', value: ['c1'] }, { field: 'Region', value: ['APAC'] })).toBe(false);
    expect(passes(dates)).toBe(false);
    expect(passes(dates, { field: 'RelativeDateRange', value: '-7d' })).toBe(true);
    expect(passes(dates, { field: 'RelativeDateRange', value: 'custom' })).toBe(false);
  });

  it('ignores filters hidden by their controlling field', () => {
    const text = { field: 'SpecificsText', op: 'Contains', value: 'x' };
    expect(passes(text)).toBe(false);
    expect(passes(text, { field: 'Specifics', value: false })).toBe(true);
  });

  it('filters by activity type', () => {
    expect(evaluate(row, [], { ...context, activityTypes: ['Webinar'] })).toBe(false);
    expect(evaluate(row, [], { ...context, activityTypes: ['Webinar', 'Engagement'] })).toBe(true);
    expect(evaluate(row, [], { ...context, activityTypes: [] })).toBe(true);
  });
});

describe('prepareForQuery', () => {
  it('finds the state of a filter that was stored before texts had one form', () => {
    const value = [{ id: 'New \u00a0York' }];
    const filter: Filter = { $type: 'Terms', field: 'State', op: 'Contains', value, allowNA: false };
    const prepared = prepareForQuery([filter], context);
    expect(evaluate({ ...row, state: 'New York' }, prepared, context)).toBe(true);
    expect(prepareForQuery(prepared, context)).toEqual(prepared);
  });

  it('matches the same rows as the filters', () => {
    const lists = runs({ test: 1500, soak: 15_000 });
    let hits = 0;
    fc.assert(
      fc.property(
        fc.array(arbFacts, { minLength: 5, maxLength: 5 }),
        arbFilters(testCatalogue, 3),
        (rows, filters) => {
          const prepared = prepareForQuery(filters, context);
          for (const one of rows) {
            const direct = evaluate(one, filters, context);
            hits += direct ? 1 : 0;
            expect(evaluate(one, prepared, context)).toBe(direct);
          }
        },
      ),
      { numRuns: lists, seed: testSeed },
    );
    // Without enough matching rows, the property would prove nothing.
    expect(hits).toBeGreaterThan(lists / 3);
  });

  it('is idempotent and independent of the order of the filters', () => {
    fc.assert(
      fc.property(arbFilters(), (filters) => {
        const prepared = prepareForQuery(filters, context);
        expect(prepareForQuery(prepared, context)).toEqual(prepared);
        expect(prepareForQuery(filters.toReversed(), context)).toEqual(prepared);
      }),
      { numRuns: runs({ test: 200, soak: 5000 }), seed: testSeed },
    );
  });

  it('drops a filter only if another one is equal in every part', () => {
    const filter: Filter = {
      $type: 'Terms',
      field: 'Newsletter',
      op: 'Contains',
      value: [{ id: 'n1' }],
      allowNA: false,
    };
    const others: Filter[] = [
      { ...filter, field: 'ContentTopics' },
      { ...filter, op: 'NotContains' },
      { ...filter, value: [{ id: 'n2' }] },
      { ...filter, allowNA: true },
    ];
    for (const other of others) {
      expect(prepareForQuery([filter, other, filter], context)).toHaveLength(2);
      expect(prepareForQuery([other, filter, other], context)).toHaveLength(2);
    }
  });

  it('produces one minimal list', () => {
    const filters: Filter[] = [
      { $type: 'Text', field: 'Title', op: 'Equals', value: ' B\n\na\nb' },
      { $type: 'RelativeDateRange', field: 'RelativeDateRange', value: '-2y' },
      { $type: 'DateRange', field: 'DateRange', value: { from: '2020-01-01', to: null } },
      {
        $type: 'Terms',
        field: 'Clients',
        op: 'Contains',
        value: [{ id: 'c2', name: 'Two' }, { id: 'c1' }],
        allowNA: false,
      },
      { $type: 'Exists', field: 'Specifics', value: null },
    ];
    const prepared = prepareForQuery(filters, context);
    expect(prepared).toEqual([
      {
        $type: 'Terms',
        field: 'Clients',
        op: 'Contains',
        value: [{ id: 'c1' }, { id: 'c2' }],
        allowNA: false,
      },
      { $type: 'DateRange', field: 'DateRange', value: { from: '2024-03-31', to: '2026-03-31' } },
      { $type: 'Text', field: 'Title', op: 'Equals', value: 'a\nb' },
    ]);
    expect(findDateRange(prepared)).toEqual({ from: '2024-03-31', to: '2026-03-31' });
    expect(findDateRange([])).toBeUndefined();
    expect(listMediaSources(['All newsletters', 'Stream NL'])).toHaveLength(4);
  });
});
