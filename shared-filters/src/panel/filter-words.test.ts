import { fromQuery, namedCatalogue, termsFilter } from '../model/index.ts';
import { filterWords } from './filter-words.ts';

const words = (link: string, blinded = false) =>
  filterWords(fromQuery(link, namedCatalogue).model, namedCatalogue, { blinded });

it('says every filter but clients and dates', () => {
  expect(
    words(
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
    'Quality: not 1 chosen',
  ]);
});

it('names up to three options, and counts what it has no names for', () => {
  const named = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: name, name }));
  const model = {
    filters: [termsFilter('Onlines', named), termsFilter('Region', [{ id: '1' }, { id: '2' }])],
    indices: [],
  };
  expect(filterWords(model, namedCatalogue, { blinded: false })).toEqual([
    'Communities: A, B, C, +2 more',
    'Region: 2 chosen',
  ]);
});

it('passes over blank lines, and cuts a long entry', () => {
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
  expect(filterWords(model, namedCatalogue, { blinded: false })).toEqual([
    `Document Title contains cell, viral, ${'a'.repeat(59)}…`,
  ]);
});

it('keeps what was typed about people to itself in Blinded Mode', () => {
  const link = 'Email:ada@lab.example;LastName.Contains:byron;DocumentTitle.Contains:guide';
  expect(words(link, true)).toEqual(['Email: hidden', 'Last Name: hidden', 'Document Title contains guide']);
});
