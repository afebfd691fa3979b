import { columnWidths, leastWidth } from './column-widths.ts';

const columns = [{ minWidth: '90px', grow: 0 }, { minWidth: '150px' }, { minWidth: '200px', grow: 3 }, {}];

it('adds up the least widths, with the checkboxes', () => {
  expect(leastWidth(columns, { boxes: true })).toBe(600);
  expect(leastWidth(columns, { boxes: false })).toBe(560);
});

it('shares what is left by growth, and leaves the rest to the last growing column', () => {
  expect(columnWidths(columns, { boxes: true })).toEqual([
    '90px',
    'calc(150px + 0.2000 * max(0px, 100cqi - 600px))',
    'calc(200px + 0.6000 * max(0px, 100cqi - 600px))',
    undefined,
  ]);
});

it('has fixed widths if no column grows', () => {
  expect(columnWidths([{ minWidth: '90px', grow: 0 }], { boxes: false })).toEqual(['90px']);
});
