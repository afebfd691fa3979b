import { runs, share } from './loops.ts';

const sharesOn = (days: number, cases: readonly string[], parts: number) =>
  Array.from({ length: days }, (_, day) => share(cases, parts, 20_261_201 + day));

describe('a share of cases', () => {
  const cases = ['a', 'b', 'c', 'd', 'e'];

  it('is a part, in which each case has its turn within as many days', () => {
    const shares = sharesOn(2, cases, 2);
    expect(shares.flat().sort()).toEqual(
      runs({ test: 1, soak: 2 }) === 1 ? cases : [...cases, ...cases].sort(),
    );
  });

  it('is never empty, but of no cases', () => {
    for (const few of sharesOn(4, ['a', 'b'], 4)) expect(few.length).toBeGreaterThan(0);
    expect(share([], 2)).toEqual([]);
  });
});
