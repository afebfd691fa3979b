import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { listIndexes, scrollToRow, useRowsInView } from './use-rows-in-view.ts';

const List = ({ count }: { count: number }) => {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const shown = useRowsInView({ count, rowHeight: 10, beyond: 2, box, height: 100 });
  return (
    <ul ref={setBox}>
      {listIndexes(shown).map((index) => (
        <li key={index}>{index}</li>
      ))}
    </ul>
  );
};

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => Number(textContent));
const ends = () => [rows()[0], rows().at(-1)];

const scroll = (top: number) =>
  act(() => {
    screen.getByRole('list').scrollTop = top;
    fireEvent.scroll(screen.getByRole('list'));
  });

it('shows the rows in view and some beyond, wherever the box is scrolled', () => {
  render(<List count={1000} />);
  expect(ends()).toEqual([0, 12]);
  scroll(5004);
  expect(ends()).toEqual([498, 512]);
  scroll(9900);
  expect(ends()).toEqual([987, 999]);
});

it('shows the last rows of a list that has become shorter than where it was scrolled', () => {
  const { rerender } = render(<List count={1000} />);
  scroll(5000);
  rerender(<List count={50} />);
  expect(ends()).toEqual([37, 49]);
  rerender(<List count={3} />);
  expect(rows()).toEqual([0, 1, 2]);
});

it.each([
  { from: 200, to: 120, why: 'up to a row above' },
  { from: 0, to: 30, why: 'down to a row below' },
  { from: 100, to: 100, why: 'not at all for a row in view' },
])('scrolls $why', ({ from, to }) => {
  const box = document.createElement('div');
  box.scrollTop = from;
  scrollToRow(box, 12, { rowHeight: 10, height: 100 });
  expect(box.scrollTop).toBe(to);
});
