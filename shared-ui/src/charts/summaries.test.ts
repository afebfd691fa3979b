import { units } from './chart-model.ts';
import { categoriesSummary, cellsSummary, monthsSummary } from './summaries.ts';

const month = (key: string, primary: number, secondary = 0) => ({ key, value: { primary, secondary } });

describe('the summary of months', () => {
  it('contains total, range and peak', () => {
    const months = [month('2025-12', 100, 20), month('2026-01', 1000, 402), month('2026-02', 300)];
    expect(monthsSummary(months, units.engagements)).toBe(
      '1,822 engagements from Dec 2025 to Feb 2026; highest Jan 2026 with 1,402.',
    );
  });

  it('compares with the previous period', () => {
    const compared = (previous: number) =>
      monthsSummary(
        [{ ...month('2026-01', 110), previous: { key: '2025-01', value: previous } }],
        units.engagements,
      );
    expect(compared(100)).toBe('110 engagements in Jan 2026, 10% more than the 100 in the period before.');
    expect(compared(220)).toBe('110 engagements in Jan 2026, 50% less than the 220 in the period before.');
    expect(compared(110)).toBe('110 engagements in Jan 2026, about as many as the 110 in the period before.');
  });

  it('names partial months, and compares the highest', () => {
    const months = [
      { ...month('2025-12', 10), partial: 'from Dec 22', previous: { key: '2024-12', value: 12 } },
      { ...month('2026-01', 20), previous: { key: '2025-01', value: 18 } },
    ];
    expect(monthsSummary(months, units.readers, false)).toBe(
      'Unique readers by month from Dec 2025 to Jan 2026; highest Jan 2026 with 20 (18 in the period before). ' +
        'Partial: Dec 2025 from Dec 22.',
    );
  });

  it('has no total of unique readers', () => {
    const months = [month('2025-12', 10), month('2026-01', 12)];
    expect(monthsSummary(months, units.readers, false)).toBe(
      'Unique readers by month from Dec 2025 to Jan 2026; highest Jan 2026 with 12.',
    );
  });

  it('has no peak for a single month', () => {
    expect(monthsSummary([month('2026-01', 1)], units.engagements)).toBe('1 engagement in Jan 2026.');
  });

  it('reports that there is no data', () => {
    expect(monthsSummary([month('2026-01', 0)], units.engagements)).toBe('No engagements.');
    expect(monthsSummary([], units.engagements)).toBe('No engagements.');
  });
});

describe('the summary of categories', () => {
  const points = [
    { name: 'Brochure', value: 9 },
    { name: 'Webinar', value: 60 },
    { name: 'Article', value: 31 },
    { name: 'Poster', value: 0 },
  ];

  it('contains the top three', () => {
    expect(categoriesSummary(points, units.engagements)).toBe(
      'Webinar leads with 60 of 100 engagements (60%), then Article (31%) and Brochure (9.0%).',
    );
  });

  it('has shares of the whole, and names the parts that are not shown', () => {
    const omitted = [
      { name: 'Other', value: 20 },
      { name: 'Unclassified', value: 80 },
    ];
    expect(categoriesSummary(points, units.engagements, { omitted })).toBe(
      'Webinar leads with 60 of 200 engagements (30%), then Article (16%) and Brochure (4.5%). Not shown: Other 20 (10%), Unclassified 80 (40%).',
    );
  });

  it('has no shares if categories overlap', () => {
    expect(categoriesSummary(points, units.readers, { additive: false })).toBe(
      'Webinar leads with 60 unique readers, then Article (31) and Brochure (9).',
    );
  });
});

it('contains the total and largest cell of a grid', () => {
  const cells = [
    { row: 'Early', column: '0-3 months', value: 3 },
    { row: 'Late', column: '1-2 years', value: 7 },
  ];
  expect(cellsSummary(cells, units.documents)).toBe('10 documents; most in Late, 1-2 years with 7.');
});
