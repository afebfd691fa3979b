import { emptyModel, fromQuery, namedCatalogue, termsFilter } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { describeFilters } from './describe-filters.ts';

const listFilterTexts = (model: FilterModel, blinded = false, defaults = emptyModel) =>
  describeFilters(model, { catalogue: namedCatalogue, defaults, blinded }).map(({ text }) => text);

const describeLink = (link: string, blinded = false) =>
  listFilterTexts(fromQuery(link, namedCatalogue).model, blinded);

it('describes every filter except clients and dates', () => {
  expect(
    describeLink(
      'types:Webinar,CustomerRequest;Clients:c1;RelativeDateRange:-1y;DateRange:2026-01-01,2026-02-01;' +
        'MediaSource:Non-newsletter;Specifics:yes;ClientConsentStatus:no;Revenue.GreaterThan:1000000;' +
        'Title.Contains:chief~nhead;State.na:;Quality.NotContains:1',
    ),
  ).toEqual([
    'Activity Type: Customer Request, Webinar',
    'Media Source: Non-newsletter',
    'Specifics: Yes',
    'Client Consent Status: No',
    'Revenue > 1,000,000',
    'Title contains chief, head',
    'State: none',
    'Quality: not 1 selected',
  ]);
});

it('names up to three options, and counts options without names', () => {
  const named = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: name, name }));
  const model = {
    filters: [termsFilter('Onlines', named), termsFilter('Region', [{ id: '1' }, { id: '2' }])],
    indices: [],
  };
  expect(listFilterTexts(model)).toEqual(['Communities: A, B, C, +2 more', 'Region: 2 selected']);
});

it('skips blank lines and truncates long entries', () => {
  const model = {
    filters: [
      {
        $type: 'Text',
        field: 'DocumentTitle',
        op: 'Contains',
        value: `cell\n\n  viral \n${'a'.repeat(500)}`,
      },
    ],
    indices: [],
  } as const;
  expect(listFilterTexts(model)).toEqual([`Document Title contains cell, viral, ${'a'.repeat(59)}…`]);
});

it('hides text typed about people in Blinded Mode', () => {
  const link = 'Email:ada@lab.example;LastName.Contains:byron;DocumentTitle.Contains:guide';
  expect(describeLink(link, true)).toEqual([
    'Email: hidden',
    'Last Name: hidden',
    'Document Title contains guide',
  ]);
});

it('joins several entries of a field', () => {
  expect(describeLink('Title.Contains:chief;Title.NotContains:head')).toEqual([
    'Title contains chief, does not contain head',
  ]);
});

it('leaves out the default of all tags and none, until someone changes it', () => {
  const tags = (...ids: string[]) => ({
    ...termsFilter(
      'AnalystTags',
      ids.map((id) => ({ id, name: id })),
    ),
    allowNA: true,
  });
  const defaults = { filters: [tags('a', 'b')], indices: [] };
  expect(listFilterTexts({ filters: [tags('b', 'a')], indices: [] }, false, defaults)).toEqual([]);
  expect(listFilterTexts({ filters: [tags('a')], indices: [] }, false, defaults)).toEqual([
    'Analyst Tags: a, none',
  ]);
  const tagged = { ...tags('a', 'b'), allowNA: false };
  expect(listFilterTexts({ filters: [tagged], indices: [] }, false, defaults)).toEqual([
    'Analyst Tags: a, b',
  ]);
});
