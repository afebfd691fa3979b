import { fromQuery, namedCatalogue, termsFilter } from './index.ts';
import type { Filter, FilterModel } from './index.ts';
import { alertInWords, describeSelection } from './selection-words.ts';

const options = { catalogue: namedCatalogue, blinded: false };
const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
const select = (...filters: Filter[]): FilterModel => ({ filters, indices: [] });
const describeLink = (link: string, blinded = false) =>
  describeSelection(fromQuery(link, namedCatalogue).model, { ...options, blinded })?.one;

it.each<[string, FilterModel]>([
  [
    'activities by readers in Germany or France, of Acme',
    select(termsFilter('Country', named('Germany', 'France')), termsFilter('ReaderOrgs', named('Acme'))),
  ],
  [
    'activities by readers not in Germany',
    select({ ...termsFilter('Country', named('Germany')), op: 'NotContains' }),
  ],
  [
    'activities by readers in Bavaria or no state',
    select({ ...termsFilter('State', named('Bavaria')), allowNA: true }),
  ],
  [
    'webinars and events for Acme, about A, B, C or 2 more, where Personas is Head',
    {
      ...select(
        termsFilter('Clients', named('Acme')),
        termsFilter('ContentTopics', named('A', 'B', 'C', 'D', 'E')),
        termsFilter('Personas', named('Head')),
      ),
      indices: ['Webinar', 'Event'],
    },
  ],
  [
    'engagements about 3 content themes, where Quality is one of 2 choices',
    {
      ...select(
        termsFilter('ContentTopics', [{ id: '1' }, { id: '2' }, { id: '3' }]),
        termsFilter('Quality', [{ id: '1' }, { id: '2' }]),
      ),
      indices: ['Engagement'],
    },
  ],
])('says %s', (words, model) => {
  expect(describeSelection(model, options)?.several).toBe(words);
});

it('counts choices without a name, and filters that the reader may not see', () => {
  const model = select(
    termsFilter('Clients', [{ id: '1' }, ...named('Acme'), { id: '2' }]),
    termsFilter('ContentTopics', [...named('A', 'B', 'C', 'D', 'E'), { id: '6' }]),
    termsFilter('Quality', [{ id: '1' }]),
  );
  expect(describeSelection(model, { ...options, unseen: 2 })?.one).toBe(
    'activity for Acme or 2 more, about A, B, C or 3 more, where Quality is 1 choice, with 2 filters you cannot see',
  );
  expect(describeSelection(select(), { ...options, unseen: 1 })?.several).toBe(
    'activities with 1 filter you cannot see',
  );
});

it('compares what is no place, without dates', () => {
  expect(
    describeLink(
      'types:CustomerRequest;RelativeDateRange:-1y;MediaSource:Non-newsletter;Specifics:yes;ClientConsentStatus:no;' +
        'Revenue.GreaterThan:1000000;Title.NotContains:chief~nhead;State.na:',
    ),
  ).toBe(
    'customer request by readers in no state, where Media Source is Non-newsletter and Specifics is Yes and Client Consent Status is No and Revenue is more than 1,000,000 and Title does not contain chief or head',
  );
});

it('has no words for filters that select everything', () => {
  expect(describeLink('types:Engagement,Webinar,Event,CustomerRequest;Title:')).toBeUndefined();
});

it('hides text typed about people in Blinded Mode', () => {
  expect(describeLink('LastName.Contains:byron;DocumentTitle.Contains:guide', true)).toBe(
    'activity where Last Name is hidden and Document Title contains guide',
  );
});

describe('an alert about one', () => {
  const series = {
    type: 'SeriesOfActivitiesNotification',
    aggField: 'ReaderOrg',
    activityMonths: 1,
    minimumCount: 5,
    uniqueUserCount: null,
  } as const;
  const acme = { kind: 'Organization', name: 'Acme' } as const;
  const ada = { kind: 'Reader', name: 'Ada Byron' } as const;

  it.each([
    ['Acme with at least 5 activities in 1 month.', series, acme],
    [
      'A reader with at least 5 activities in 1 month. Only these activities count: activities by readers of Acme.',
      { ...series, aggField: 'Reader' as const },
      acme,
    ],
    [
      'An organization with at least 5 activities in 1 month. Only these activities count: activities by Ada Byron.',
      series,
      ada,
    ],
    ['Every activity by Ada Byron.', { type: 'SpecificActivityNotification' as const }, ada],
  ])('%s', (words, rule, subject) => {
    expect(alertInWords(rule, select(), { ...options, subject })).toBe(words);
  });
});
