import { activities } from '../testing/activities.ts';
import {
  countOf,
  everythingSelected,
  firstOf,
  isPageSelected,
  nothingSelected,
  withPage,
  withRow,
} from './selection.ts';
import type { Selection } from './selection.ts';

const [a, b, c] = activities(3) as [never, never, never];
const page = [a, b];
const ids = ({ rows }: Selection) => [...rows.keys()];

it('keeps the order of choosing: the first one says what may be done', () => {
  const chosen = withRow(withRow(nothingSelected, b, true, page), a, true, page);
  expect(ids(chosen)).toEqual(['a2', 'a1']);
  expect(firstOf(chosen, page)).toBe(b);
  expect(firstOf(withRow(chosen, b, false, page), page)).toBe(a);
  expect(firstOf(nothingSelected, page)).toBeUndefined();
});

it('chooses a page beside what is chosen on others', () => {
  const elsewhere = withRow(nothingSelected, c, true, [c]);
  const both = withPage(elsewhere, page, true);
  expect(ids(both)).toEqual(['a3', 'a1', 'a2']);
  expect([isPageSelected(both, page), isPageSelected(elsewhere, page), isPageSelected(both, [])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ids(withPage(both, page, false))).toEqual(['a3']);
});

it('counts everything that matches, and leaves a page without the one that is taken out', () => {
  expect(countOf(everythingSelected, 1234)).toBe(1234);
  expect(firstOf(everythingSelected, page)).toBe(a);
  const less = withRow(everythingSelected, b, false, page);
  expect([less.everything, ids(less)]).toEqual([false, ['a1']]);
  expect(withPage(everythingSelected, page, false)).toEqual(nothingSelected);
});
