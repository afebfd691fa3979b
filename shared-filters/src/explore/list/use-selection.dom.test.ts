import { act, renderHook } from '@testing-library/react';
import { useSelection } from './use-selection.ts';

interface Row {
  id: string;
}
const [a, b, c]: [Row, Row, Row] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const page = [a, b];

const open = () => {
  const { result, rerender } = renderHook(
    ({ key }) => useSelection<Row>({ key, idOf: ({ id }) => id, titleOf: ({ id }) => `row ${id}` }),
    { initialProps: { key: 'search' } },
  );
  return {
    rerender,
    now: () => result.current,
    on: (change: (selection: typeof result.current) => void) => act(() => change(result.current)),
  };
};

it('keeps the order of selection', () => {
  const { now, on } = open();
  expect(now().firstOf(page)).toBeUndefined();
  on(({ toggle }) => toggle(b, true, page));
  on(({ toggle }) => toggle(a, true, page));
  expect(now().ids).toEqual(['b', 'a']);
  expect(now().firstOf(page)).toBe(b);
  on(({ toggle }) => toggle(b, false, page));
  expect(now().firstOf(page)).toBe(a);
});

it('adds and removes a page without affecting other pages', () => {
  const { now, on } = open();
  on(({ toggle }) => toggle(c, true, [c]));
  expect([now().isPageSelected(page), now().isPageSelected([])]).toEqual([false, false]);
  on(({ checkboxesOf }) => checkboxesOf(page).onToggleAll(true));
  expect(now().ids).toEqual(['c', 'a', 'b']);
  expect(now().isPageSelected(page)).toBe(true);
  on(({ checkboxesOf }) => checkboxesOf(page).onToggleAll(false));
  expect(now().rows).toEqual([c]);
});

it('selects everything, and keeps the rest of the page when one row is removed', () => {
  const { now, on } = open();
  on(({ selectEverything }) => selectEverything());
  expect([now().everything, now().countOf(1234), now().firstOf(page)]).toEqual([true, 1234, a]);
  expect(now().checkboxesOf(page).isSelected(c)).toBe(true);
  on(({ checkboxesOf }) => checkboxesOf(page).onToggle(b, false));
  expect([now().everything, now().ids, now().countOf(1234)]).toEqual([false, ['a'], 1]);
  on(({ selectEverything }) => selectEverything());
  on(({ checkboxesOf }) => checkboxesOf(page).onToggleAll(false));
  expect(now().countOf(1234)).toBe(0);
});

it('clears the selection when the key changes', () => {
  const { now, on, rerender } = open();
  on(({ toggle }) => toggle(a, true, page));
  rerender({ key: 'other search' });
  expect(now().ids).toEqual([]);
});
