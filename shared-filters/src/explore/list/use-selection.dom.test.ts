import { act, renderHook } from '@testing-library/react';
import { useSelectedRows, useSelection } from './use-selection.ts';

interface Row {
  id: string;
}
const [a, b, c]: [Row, Row, Row] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const page = [a, b];

const open = () => {
  const { result, rerender } = renderHook(
    ({ key, matching = '' }: { key: string; matching?: string }) =>
      useSelection<Row>({
        key,
        matching,
        readRowId: ({ id }) => id,
        formatRowTitle: ({ id }) => `row ${id}`,
      }),
    { initialProps: { key: 'search', matching: '' } },
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
  on(({ buildCheckboxes }) => buildCheckboxes(page).onToggleAll(true));
  expect(now().ids).toEqual(['c', 'a', 'b']);
  expect(now().isPageSelected(page)).toBe(true);
  on(({ buildCheckboxes }) => buildCheckboxes(page).onToggleAll(false));
  expect(now().rows).toEqual([c]);
});

it('selects everything, and keeps the rest of the page when one row is removed', () => {
  const { now, on } = open();
  on(({ selectEverything }) => selectEverything());
  expect([now().everything, now().countOf(1234), now().firstOf(page)]).toEqual([true, 1234, a]);
  expect(now().buildCheckboxes(page).isSelected(c)).toBe(true);
  on(({ buildCheckboxes }) => buildCheckboxes(page).onToggle(b, false));
  expect([now().everything, now().ids, now().countOf(1234)]).toEqual([false, ['a'], 1]);
  on(({ selectEverything }) => selectEverything());
  on(({ buildCheckboxes }) => buildCheckboxes(page).onToggleAll(false));
  expect(now().countOf(1234)).toBe(0);
});

it('clears the selection when the key changes', () => {
  const { now, on, rerender } = open();
  on(({ toggle }) => toggle(a, true, page));
  rerender({ key: 'other search', matching: '' });
  expect(now().ids).toEqual([]);
});

it('selects the rows between two clicks with Shift', () => {
  const { now, on } = open();
  const all = [a, b, c];
  on(({ buildCheckboxes }) => buildCheckboxes(all).onToggle(c, true));
  on(({ buildCheckboxes }) => buildCheckboxes(all).onToggle(a, true, { range: true }));
  expect(now().ids).toEqual(['c', 'a', 'b']);
  on(({ buildCheckboxes }) => buildCheckboxes(all).onToggle(b, false, { range: true }));
  expect(now().ids).toEqual(['c']);
});

it('starts a range on another page with the clicked row alone', () => {
  const { now, on } = open();
  on(({ buildCheckboxes }) => buildCheckboxes([c]).onToggle(c, true));
  on(({ buildCheckboxes }) => buildCheckboxes(page).onToggle(b, true, { range: true }));
  expect(now().ids).toEqual(['c', 'b']);
});

it('keeps rows that another text does not match, but not everything', () => {
  const { now, on, rerender } = open();
  on(({ toggle }) => toggle(a, true, page));
  rerender({ key: 'search', matching: 'b' });
  expect([now().ids, now().hiddenFrom([b])]).toEqual([['a'], 1]);
  on(({ selectEverything }) => selectEverything());
  rerender({ key: 'search', matching: 'bc' });
  expect([now().everything, now().countOf(9)]).toEqual([false, 0]);
});

it('shows the selected rows until the view changes or nothing is selected', () => {
  const { result, rerender } = renderHook(
    ({ rows, view }: { rows: Row[]; view: string }) => useSelectedRows<Row>({ rows }, view),
    { initialProps: { rows: [a, c], view: 'page 1' } },
  );
  expect(result.current.shown).toBeUndefined();
  act(() => result.current.show());
  rerender({ rows: [a], view: 'page 1' });
  expect(result.current.shown).toEqual([a, c]);
  rerender({ rows: [], view: 'page 1' });
  rerender({ rows: [b], view: 'page 1' });
  expect(result.current.shown).toBeUndefined();
  act(() => result.current.show());
  rerender({ rows: [b], view: 'page 2' });
  expect(result.current.shown).toBeUndefined();
});
