import { sources } from '@readerlens/contract/vocabulary';
import { evaluate, fromQuery, namedCatalogue, readSearch } from '../../model/index.ts';
import type { EngagementFacts, FilterModel } from '../../model/index.ts';
import { drillToSource, drillToTerms, drillToDocuments, monthDrills, searchLink } from './drill.ts';

const now = new Date('2026-03-10T12:00:00Z');
const model = (link: string): FilterModel => fromQuery(link, namedCatalogue).model;
const decodeLink = (href: string | undefined) => decodeURIComponent((href ?? '').replaceAll('+', ' '));

it('carries the filters of the dashboard', () => {
  expect(searchLink(model('types:Event;Clients:c1,c7;RelativeDateRange:-1y'))).toBe(
    '/analytics/search?f=types:Event;Clients:c1,c7;RelativeDateRange:-1y',
  );
});

it('narrows the dates to the days of a month that the dashboard counts', () => {
  const of = (link: string, key: string) => {
    const drills = monthDrills(model(link), { key, value: { primary: 2, secondary: 0 } }, now);
    return [drills.month, drills.primary, drills.secondary].map(decodeLink);
  };
  const days = 'Clients:c1;DateRange:2026-01-10,2026-02-20';
  expect(of(days, '2026-01')).toEqual([
    '/analytics/search?f=Clients:c1;DateRange:2026-01-10,2026-01-31',
    '/analytics/search?f=Clients:c1;DateRange:2026-01-10,2026-01-31;Sequence:1',
    '',
  ]);
  expect(of(days, '2026-02')[0]).toContain('DateRange:2026-02-01,2026-02-20');
  expect(of('Clients:c1;RelativeDateRange:-30d', '2026-03')[0]).toBe(
    '/analytics/search?f=Clients:c1;DateRange:2026-03-01,2026-03-10',
  );
  expect(of('Clients:c1;DateRange:2024-01-01,2024-12-31', '2024-02')[0]).toContain('2024-02-01,2024-02-29');
});

it('has no links where nothing is counted', () => {
  const nothing = { key: '2026-01', value: { primary: 0, secondary: 0 } };
  expect(Object.values(monthDrills(model('Clients:c1'), nothing, now))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('replaces the selected values of the field and keeps its exclusions', () => {
  const start = 'Clients:c1;Onlines:a,b;Onlines.NotContains:c';
  expect(decodeLink(drillToTerms(model(start), 'Onlines', ['b']))).toBe(
    '/analytics/search?f=Clients:c1;Onlines.NotContains:c;Onlines:b',
  );
});

it('finds activities without a value', () => {
  const link = drillToTerms(model('Clients:c1'), 'Region', ['', '7']);
  expect(decodeLink(link)).toContain('Region.na:7');
  expect(decodeLink(drillToTerms(model('Clients:c1'), 'Region', ['']))).toContain('Region.na:');
});

it('identifies documents by id', () => {
  expect(drillToDocuments(model('Clients:c1'), ['12', '7'])).toBe(
    '/analytics/search?f=Clients:c1&documents=12%2C7',
  );
});

it('identifies a reader or an organization by id, next to what else a figure counts', () => {
  const clients = model('Clients:c1');
  expect(searchLink(clients, { reader: '5' })).toBe('/analytics/search?f=Clients:c1&reader=5');
  expect(searchLink(model(''), { org: '7' })).toBe('/analytics/search?org=7');
  expect(drillToDocuments(clients, ['12'], { org: '7' })).toBe(
    '/analytics/search?f=Clients:c1&documents=12&org=7',
  );
  expect(drillToTerms(clients, 'Onlines', ['b'], { reader: '5' })).toBe(
    '/analytics/search?f=Clients:c1;Onlines:b&reader=5',
  );
  const month = { key: '2026-01', value: { primary: 2, secondary: 0 } };
  expect(Object.values(monthDrills(clients, month, now, { org: '7' })).slice(0, 2)).toEqual([
    expect.stringMatching(/&org=7$/),
    expect.stringMatching(/Sequence:1&org=7$/),
  ]);
});

it('finds exactly the activities of each source', () => {
  const activityTypeByUnit = { webinar: 'Webinar', event: 'Event' } as const;
  const rows = sources.map((source) => {
    const activityType =
      source === 'webinar' || source === 'event' ? activityTypeByUnit[source] : 'Engagement';
    return {
      source,
      activityType,
      occurredAt: '2026-03-01T00:00:00Z',
      answers: {},
    } as unknown as EngagementFacts;
  });
  const found = sources.map((source) => {
    const link = drillToSource(model('MediaSource:All newsletters,Non-newsletter'), source);
    const { filters, indices } =
      readSearch(link.slice(link.indexOf('?')), namedCatalogue)?.model ?? model('');
    const own =
      source in activityTypeByUnit ? filters.filter(({ field }) => field !== 'MediaSource') : filters;
    return rows
      .filter((row) => evaluate(row, own, { now, catalogue: namedCatalogue, activityTypes: indices }))
      .map((row) => row.source);
  });
  expect(found).toEqual(sources.map((source) => [source]));
});
