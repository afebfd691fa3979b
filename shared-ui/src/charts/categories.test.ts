import { namedCategories, topSegments, sumValues } from './categories.ts';

const points = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Type ${at + 1}`, value: (at + 1) * 10 }));

it('keeps the eight biggest named categories for a pie', () => {
  const all = [...points(10), { name: 'Unclassified', value: 900 }, { name: '-1', value: 800 }];
  const { shown, omitted } = namedCategories(all);
  expect(shown.map(({ name }) => name)).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Type ${n}`));
  expect(omitted).toEqual([
    { name: 'Other', value: 30 },
    { name: 'Unclassified', value: 1700 },
  ]);
  expect(sumValues([...shown, ...omitted])).toBe(sumValues(all));
});

it('adds up the previous period of combined categories', () => {
  const all = [
    ...points(9).map((point) => ({ ...point, previous: 7 })),
    { name: '-1', value: 1, previous: 3 },
  ];
  expect(namedCategories(all, { limit: 7 }).omitted).toEqual([
    { name: 'Other', value: 30, previous: 14 },
    { name: 'Unclassified', value: 1, previous: 3 },
  ]);
});

it('omits categories without a value', () => {
  expect(namedCategories([{ name: 'A', value: 0 }])).toEqual({ shown: [], omitted: [] });
});

it('combines all segments after the eighth, so that the total stays the same', () => {
  const all = [...points(10), { name: 'Unclassified', value: 5 }];
  const shown = topSegments(all);
  expect(shown).toHaveLength(9);
  expect(shown.at(-1)).toEqual({ name: 'Other', value: 20 + 10 + 5 });
  expect(sumValues(shown)).toBe(sumValues(all));
});

it('has no Other for eight segments', () => {
  expect(topSegments(points(8)).some(({ name }) => name === 'Other')).toBe(false);
});
