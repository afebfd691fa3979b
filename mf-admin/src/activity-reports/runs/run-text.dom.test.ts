import { sentText } from './run-text.ts';

it('says how many activities a report sent, and how many of them are left', () => {
  expect([sentText(12, 12), sentText(1, 1), sentText(1200, 9), sentText(1, 0)]).toEqual([
    '12 activities',
    '1 activity',
    '1,200 activities sent, 9 still visible',
    '1 activity sent, 0 still visible',
  ]);
});
