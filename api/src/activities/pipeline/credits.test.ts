import { creditModels } from '@readerlens/contract/marketing-pipeline';
import type { CreditModel } from '@readerlens/contract/marketing-pipeline';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { creditTouches } from './credits.ts';

const end = new Date('2026-03-01T00:00:00Z');
const beforeEnd = (days: number) => new Date(end.getTime() - days * 86_400_000);
const credit = (model: CreditModel, cents: number, ages: readonly number[]) =>
  creditTouches(model, cents, ages.map(beforeEnd), end);

it.each<[CreditModel, number, number[], number[]]>([
  ['even', 10_000_000, [40, 30, 20, 10], [2_500_000, 2_500_000, 2_500_000, 2_500_000]],
  ['even', 10_000, [3, 2, 1], [3334, 3333, 3333]],
  ['first', 10_000, [3, 2, 1], [10_000, 0, 0]],
  ['last', 10_000, [3, 2, 1], [0, 0, 10_000]],
  ['position', 14_000, [3, 2, 1], [5600, 2800, 5600]],
  ['position', 6650, [2, 1], [3325, 3325]],
  ['position', 5000, [1], [5000]],
  ['position', 10_000_000, [4, 3, 2, 1], [4_000_000, 1_000_000, 1_000_000, 4_000_000]],
  ['decay', 10_000_000, [60, 30, 10, 1], [991_725, 1_983_450, 3_148_530, 3_876_295]],
  ['even', 10_000, [], []],
])('%s divides %d among touches %j days before the end', (model, cents, ages, expected) => {
  expect(credit(model, cents, ages)).toEqual(expected);
});

it('divides each amount to the cent, and never below zero', () => {
  const random = seededRandom();
  for (let run = 0; run < runs({ test: 200, soak: 10_000 }); run += 1) {
    const cents = Math.floor(random() * 10 ** (1 + Math.floor(random() * 12)));
    const ages = Array.from({ length: 1 + Math.floor(random() * 40) }, () => random() * 1500).toSorted(
      (a, b) => b - a,
    );
    for (const model of creditModels) {
      const parts = credit(model, cents, ages);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
    }
  }
});
