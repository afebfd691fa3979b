import * as fc from 'fast-check';
import { arbModel, testCatalogue, testNow as now } from '../testing/index.ts';
import {
  addYears,
  datePresets,
  toInstants,
  normalizeDateRange,
  parseDay,
  resolveRelativeRange,
} from './dates.ts';
import {
  dateRangeFilter,
  dateRangeProblems,
  defaultFilters,
  foreignClientProblems,
  readerOrgNames,
  readerOrgProblem,
  relativeRangeFilter,
  requiredProblems,
  termsFilter,
  withDefaultDateRange,
} from './defaults.ts';
import { isEmpty } from './empty.ts';
import type { Filter } from './kinds.ts';
import { relativeCodes } from './kinds.ts';
import type { FilterUser } from './rules.ts';
import {
  canAddEntry,
  canRemoveEntry,
  isQuestionShown,
  keepSearchable,
  keepValidTerms,
  mayLookUpReaderOrgs,
  normalizeModel,
  searchableFields,
  withoutHidden,
  withoutSelected,
} from './rules.ts';

const client = { role: 'Client', searchFields: [] } as const;
const analyst = { role: 'Internal', searchFields: [] } as const;

const listFields = (filters: readonly Filter[]): string[] => filters.map(({ field }) => field);
const listShownFields = (filters: Filter[]): string[] => listFields(withoutHidden(filters, testCatalogue));
const searchableBy = (user: FilterUser): Set<string> => searchableFields(testCatalogue, user);
const exists = (value: boolean | null): Filter => ({ $type: 'Exists', field: 'AnalystTagsExist', value });
const required = (...args: Parameters<typeof requiredProblems>): string[] =>
  requiredProblems(...args).map(({ message }) => message);

describe('dates', () => {
  it('fills open ends', () => {
    expect(normalizeDateRange({ from: null, to: '2024-02-29' }, now)).toEqual({
      from: '2023-02-28',
      to: '2024-02-29',
    });
    expect(normalizeDateRange({ from: '2024-01-15', to: null }, now)).toEqual({
      from: '2024-01-15',
      to: '2025-01-15',
    });
    expect(normalizeDateRange({ from: '2025-06-01', to: null }, now)).toEqual({
      from: '2025-06-01',
      to: '2026-03-31',
    });
    expect(normalizeDateRange({ from: '2026-05-01', to: null }, now)).toEqual({
      from: '2026-05-01',
      to: '2026-05-01',
    });
    expect(normalizeDateRange({ from: null, to: null }, now)).toEqual({
      from: '2025-03-31',
      to: '2026-03-31',
    });
  });

  it('resolves all relative ranges', () => {
    expect(relativeCodes.map((code) => [code, resolveRelativeRange(code, now)])).toEqual([
      ['custom', null],
      ['-1d', { from: '2026-03-30', to: '2026-03-31' }],
      ['-2d', { from: '2026-03-29', to: '2026-03-31' }],
      ['-7d', { from: '2026-03-24', to: '2026-03-31' }],
      ['-14d', { from: '2026-03-17', to: '2026-03-31' }],
      ['-30d', { from: '2026-03-01', to: '2026-03-31' }],
      ['-60d', { from: '2026-01-30', to: '2026-03-31' }],
      ['-90d', { from: '2025-12-31', to: '2026-03-31' }],
      ['-1y', { from: '2025-03-31', to: '2026-03-31' }],
      ['-2y', { from: '2024-03-31', to: '2026-03-31' }],
      ['/y-1y', { from: '2025-01-01', to: '2025-12-31' }],
      ['/y-2y', { from: '2024-01-01', to: '2025-12-31' }],
    ]);
  });

  it('parses days and instants, and nothing else', () => {
    expect(
      ['2024-02-29', '2024-02-29T23:30:00-05:00', '2023-02-29', '24-1-1', '1899-12-31', 5].map(parseDay),
    ).toEqual(['2024-02-29', '2024-03-01', undefined, undefined, undefined, undefined]);
  });

  it('ends a range at the start of the next day', () => {
    expect(toInstants({ from: '2024-12-31', to: '2024-12-31' })).toEqual({
      from: '2024-12-31T00:00:00.000Z',
      before: '2025-01-01T00:00:00.000Z',
    });
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
  });
});

describe('emptiness', () => {
  it.each<[Filter, boolean]>([
    [{ $type: 'Text', field: 'Title', op: 'Equals', value: ' \n\t ' }, true],
    [{ $type: 'Text', field: 'Title', op: 'Equals', value: ' x' }, false],
    [relativeRangeFilter('custom'), true],
    [relativeRangeFilter('-1d'), false],
    [termsFilter('Clients', []), true],
    [{ ...termsFilter('Newsletter', []), allowNA: true }, false],
    [{ ...termsFilter('Newsletter', []), op: 'NotContains', allowNA: true }, true],
    [dateRangeFilter({ from: null, to: null }), true],
    [dateRangeFilter({ from: null, to: '2024-01-01' }), false],
    [{ $type: 'Bool', field: 'JsProcessed', value: false, allowNA: false }, false],
    [{ $type: 'Bool', field: 'JsProcessed', value: null, allowNA: true }, true],
    [{ $type: 'Numeric', field: 'Revenue', op: 'Equals', value: 0 }, false],
    [{ $type: 'Numeric', field: 'Revenue', op: 'Equals', value: null }, true],
    [{ $type: 'Media', field: 'MediaSource', value: [] }, true],
    [{ $type: 'Exists', field: 'Specifics', value: null }, true],
  ])('%j is empty: %s', (filter, expected) => {
    expect(isEmpty(filter)).toBe(expected);
  });
});

describe('kept filters', () => {
  const tags = termsFilter('AnalystTags', [{ id: 't1' }]);

  it('keeps dependent filters only beside an allowed value', () => {
    expect(listShownFields([tags])).toEqual(['AnalystTags']);
    expect(listShownFields([exists(null), tags])).toEqual(['AnalystTagsExist', 'AnalystTags']);
    expect(listShownFields([exists(true), tags])).toEqual(['AnalystTagsExist', 'AnalystTags']);
    expect(listShownFields([exists(false), tags])).toEqual(['AnalystTagsExist']);
    const dates = dateRangeFilter({ from: '2024-01-01', to: null });
    expect(listShownFields([dates, relativeRangeFilter('-1y')])).toEqual(['RelativeDateRange']);
    expect(listShownFields([dates, relativeRangeFilter('custom')])).toEqual([
      'DateRange',
      'RelativeDateRange',
    ]);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(arbModel(), (model) => {
        const once = normalizeModel(model, testCatalogue);
        expect(normalizeModel(once, testCatalogue)).toEqual(once);
        expect(once.filters.every((filter) => !isEmpty(filter))).toBe(true);
      }),
    );
  });

  it('offers Basic fields to all, granted fields to clients, and most fields to Internal', () => {
    expect(['Clients', 'Email', 'DocumentTypes'].every((field) => searchableBy(client).has(field))).toBe(
      true,
    );
    expect(
      ['Revenue', 'DeviceTypes', 'JsProcessed', 'AnalystTags'].some((field) =>
        searchableBy(client).has(field),
      ),
    ).toBe(false);
    expect(
      searchableBy({ role: 'Client', searchFields: ['Revenue', 'AnalystTags'] }).has('AnalystTags'),
    ).toBe(true);
    expect(searchableBy({ role: 'Premium', searchFields: ['JsProcessed'] }).has('JsProcessed')).toBe(false);
    expect(['Revenue', 'DeviceTypes', 'JsProcessed'].every((field) => searchableBy(analyst).has(field))).toBe(
      true,
    );
    expect(searchableBy(analyst).has('AnalystTags')).toBe(false);
    expect(keepSearchable([tags, termsFilter('Clients', [])], testCatalogue, client)).toHaveLength(1);
    expect(mayLookUpReaderOrgs(client)).toBe(false);
    expect(mayLookUpReaderOrgs({ role: 'Client', searchFields: ['ReaderOrgsLookup'] })).toBe(true);
    expect(searchableBy({ role: 'Client', searchFields: ['ReaderOrgsLookup'] }).has('ReaderOrgs')).toBe(true);
    expect(searchableBy(client).has('ReaderOrgs')).toBe(false);
  });

  it('shows question fields only for their business group', () => {
    const device = testCatalogue.find('DeviceTypes');
    const drug = testCatalogue.find('DrugName');
    expect(device && isQuestionShown(device, new Set(['bg1']))).toBe(true);
    expect(device && isQuestionShown(device, new Set(['bg2']))).toBe(false);
    expect(drug && isQuestionShown(drug, new Set())).toBe(true);
  });

  it('lets entries be added after the last, and all but the first be removed', () => {
    expect([canRemoveEntry(0), canRemoveEntry(1)]).toEqual([false, true]);
    expect([canAddEntry(0, 1), canAddEntry(0, 2), canAddEntry(5, 6), canAddEntry(6, 7)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('drops selected options and invalid tags', () => {
    expect(withoutSelected([{ id: 'a' }, { id: 'b' }], [{ id: 'a' }])).toEqual([{ id: 'b' }]);
    const kept = keepValidTerms(
      [termsFilter('AnalystTags', [{ id: 't1' }, { id: 't2' }])],
      'AnalystTags',
      new Set(['t2']),
    );
    expect(kept).toEqual([termsFilter('AnalystTags', [{ id: 't2' }])]);
  });
});

describe('defaults and required fields', () => {
  const tag = { id: 't1', name: 'Tag' };

  it('adds the last twelve months if there are no dates', () => {
    const range = dateRangeFilter({ from: '2025-03-31', to: '2026-03-31' });
    expect(withDefaultDateRange([], now)).toEqual([range]);
    expect(withDefaultDateRange([relativeRangeFilter('custom')], now)).toContainEqual(range);
    expect(withDefaultDateRange([dateRangeFilter({ from: null, to: null })], now)).toEqual([range]);
    expect(withDefaultDateRange([relativeRangeFilter('-7d')], now)).toEqual([relativeRangeFilter('-7d')]);
  });

  it("resets to the form's dates and a client user's tags", () => {
    const tagged = { role: 'Client', searchFields: ['AnalystTags'] } as const;
    expect(listFields(defaultFilters(tagged, { now, dates: 'range', companyTags: [tag] }))).toEqual([
      'DateRange',
      'AnalystTags',
    ]);
    const [, tags] = defaultFilters(tagged, { now, dates: 'range', companyTags: [tag] });
    expect(tags).toMatchObject({ op: 'Contains', value: [tag], allowNA: true });
    expect(listFields(defaultFilters(client, { now, dates: 'relative', companyTags: [tag] }))).toEqual([
      'RelativeDateRange',
    ]);
    expect(listFields(defaultFilters(tagged, { now, dates: 'none', companyTags: [] }))).toEqual([]);
    const staff = { role: 'Admin', searchFields: ['AnalystTags'] } as const;
    expect(listFields(defaultFilters(staff, { now, dates: 'none', companyTags: [tag] }))).toEqual([]);
  });

  it('requires companies and dates on a dashboard, and clients in a search', () => {
    const clients = termsFilter('Clients', [{ id: 'c1' }]);
    expect(required([], { kind: 'dashboard' })).toEqual(['Companies Is Required', 'From Date Is Required']);
    expect(required([clients, relativeRangeFilter('-1y')], { kind: 'dashboard' })).toEqual([]);
    expect(required([], { kind: 'search', user: client })).toEqual(['Clients Is Required']);
    expect(required([], { kind: 'search', user: analyst })).toEqual([]);
  });

  it('reports problems with dates and clients', () => {
    const message = 'From Date should not be greater than To Date or Current date';
    expect(dateRangeProblems({ from: '2026-04-01', to: null }, now)).toEqual([
      { field: 'DateRange', message },
    ]);
    expect(dateRangeProblems({ from: '2026-03-02', to: '2026-03-01' }, now)).toEqual([
      { field: 'DateRange', message },
    ]);
    expect(dateRangeProblems({ from: '2026-03-31', to: null }, now)).toEqual([]);
    const clients = termsFilter('Clients', [
      { id: 'c1', name: 'One' },
      { id: 'c2', name: 'Two' },
      { id: 'c3' },
    ]);
    expect(foreignClientProblems([clients], new Set(['c1']))).toEqual([
      { field: 'Clients', message: 'User does not have claim(s) for Two, c3' },
    ]);
  });

  it('counts reader orgs as typed and looks up each once', () => {
    const lines = [...Array.from({ length: 2001 }, () => ' Acme '), '', 'Beta', ''].join('\n');
    expect(readerOrgNames(lines)).toEqual(['Acme', 'Beta']);
    expect(readerOrgProblem(lines)).toBe(
      'Error. Maximum of 2000 Reader Orgs is exceeded. Please remove 2 reader orgs to continue',
    );
    expect(readerOrgProblem('Acme')).toBeUndefined();
    expect(readerOrgNames('Acme, Inc.; Beta\tGamma\r\nAcme, Inc.')).toEqual(['Acme, Inc.', 'Beta', 'Gamma']);
  });
});

it('offers calendar months and quarters, the current ones until today', () => {
  const rangesAt = (instant: string) =>
    datePresets(new Date(instant)).map(({ name, from, to }) => `${name}: ${from} ${to}`);
  expect(rangesAt('2026-01-15T10:00:00Z')).toEqual([
    'This month: 2026-01-01 2026-01-15',
    'Last month: 2025-12-01 2025-12-31',
    'This quarter: 2026-01-01 2026-01-15',
    'Last quarter: 2025-10-01 2025-12-31',
  ]);
  expect(rangesAt('2024-03-31T23:59:00Z')).toEqual([
    'This month: 2024-03-01 2024-03-31',
    'Last month: 2024-02-01 2024-02-29',
    'This quarter: 2024-01-01 2024-03-31',
    'Last quarter: 2023-10-01 2023-12-31',
  ]);
});
