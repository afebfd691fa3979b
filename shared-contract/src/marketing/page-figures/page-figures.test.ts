import { describeChange, writeChangeTable } from './change-words.ts';
import { listContentFigures } from './content-figures.ts';
import { listNewsletterFigures } from './newsletter-figures.ts';
import { listPipelineFigures } from './pipeline-figures.ts';
import { listWebinarFigures } from './webinar-figures.ts';

const write = (figures: readonly { label: string; value: string; note: string }[]) =>
  figures.map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`);

it('writes the figures of a page in its order, with those before and with words for too few cases', () => {
  const content = {
    engagements: 1234,
    readers: 9,
    organizations: 5,
    engagedDocuments: 30,
    availableDocuments: 100,
    readersOfSeveral: 3,
    rated: 0,
    highQuality: 0,
    declining: 0,
    silent: 2,
  };
  expect(write(listContentFigures(content, { ...content, engagements: 1000 }))).toEqual([
    'Engagements: 1,234 (+23% from 1,000 in the previous period)',
    'Readers: 9 (0% from 9 in the previous period)',
    'Organizations: 5 (0% from 5 in the previous period)',
    'Content coverage: 30.0% (30 of 100 (95%: 21.9–39.6%))',
    'Readers of several documents: n = 9: too few for a rate',
    'High-quality engagements: n = 0: too few for a rate',
    'Declining documents: 0 (from 0 in the previous period)',
    'Silent documents: 2 (from 2 in the previous period)',
  ]);
});

it('leaves out what no file has', () => {
  const webinars = {
    uploaded: 20,
    webinars: 1,
    registrants: 20,
    attendees: 10,
    noShows: 10,
    engagement: null,
    minutes: null,
    completion: null,
    onDemand: null,
    score: null,
    inputs: [],
  };
  expect(listWebinarFigures(webinars, undefined).map(({ label }) => label)).toEqual([
    'Registrants',
    'Attendees',
    'No-shows',
    'Attendance rate',
  ]);
  const unknown = { delivered: null, clickers: null, openers: null, clickRate: null, clickToOpen: null };
  const listed = { ...unknown, organizations: 0, repeatClickers: 0 };
  const totals = { ...unknown, delivered: 1200 };
  const newsletters = { uploaded: 1, issues: 1, totalsOnly: 1, listed, totals };
  expect(write(listNewsletterFigures(newsletters, undefined))).toEqual(['Delivered: 1,200 (totals only)']);
  expect(listNewsletterFigures({ ...newsletters, issues: 2 }, undefined)).toEqual([]);
});

it('never adds currencies', () => {
  const none = { deals: 0, cents: 0, influencedDeals: 0, influencedCents: 0 };
  const open = { deals: 10, cents: 10_000_00, influencedDeals: 4, influencedCents: 2_500_00 };
  const pipeline = {
    uploaded: 12,
    deals: 12,
    influenced: 5,
    assisted: 3,
    accelerated: 4,
    matched: 12,
    ambiguous: 0,
    unmatched: 0,
    unmappedStages: ['New'],
    undatedCloses: 0,
    currencies: [
      { currency: 'EUR', open, won: none },
      { currency: null, open: none, won: none },
    ],
    rates: null,
  };
  expect(write(listPipelineFigures({ currency: undefined }, pipeline, undefined)).slice(4)).toEqual([
    'Influenced open amount: 2,500 EUR (25.0% of 10,000 EUR in 10 open deals)',
    'Influenced won amount: 0 EUR (n = 0: too few for a rate of 0 EUR in 0 won deals)',
  ]);
  expect(write(listPipelineFigures({ currency: '(none)' }, pipeline, undefined))[4]).toBe(
    'Influenced open amount: 0 (no currency) (n = 0: too few for a rate of 0 (no currency) in 0 open deals)',
  );
});

it('tells a change, and that an empty period cannot be compared with', () => {
  const words = { unit: { one: 'reader', many: 'readers' }, of: 'source', dates: 'Oct 14 – 27, 2026' };
  const part = { id: 'a', name: 'Webinar', current: 1, previous: 2 };
  const change = { current: 1, previous: 2, gained: 0, lost: 1, parts: [part] };
  expect(writeChangeTable(change, words)).toEqual({
    title: 'What Changed',
    note: '1 reader, 1 fewer than in Oct 14 – 27, 2026.',
    columns: ['Source', 'In the period', 'In Oct 14 – 27, 2026', 'Share'],
    rows: [['Webinar', '1', '2', '']],
  });
  const empty = { ...change, previous: 0 };
  expect(writeChangeTable(empty, words)).toBeUndefined();
  expect(describeChange(empty, words)).toBe('Oct 14 – 27, 2026 has no readers to compare with.');
});
