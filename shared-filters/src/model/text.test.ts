import * as fc from 'fast-check';
import { oddTextArb, runs, testSeed } from '../testing/index.ts';
import {
  anyContains,
  canonicalLine,
  canonicalParagraphs,
  canonicalQuery,
  fold,
  foldQuery,
  matchKey,
} from '@readerlens/contract/text';
import { matchesEntry, sqlLikePattern } from './text.ts';

/** LIKE as PostgreSQL documents it, with backslash as the escape character. */
const like = (text: string, pattern: string): boolean => {
  const source = pattern.replace(/\\(.)|%|_|[^\\%_]/gsu, (whole, escaped: string | undefined) => {
    if (whole === '%') return '.*';
    if (whole === '_') return '.';
    return (escaped ?? whole).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'su').test(text);
};

const text = fc
  .array(fc.constantFrom('a', 'A', 'É', 'é', 'Σ', 'σ', '%', '*', '_', '\\', '.', '\n', '😀'), {
    maxLength: 7,
  })
  .map((letters) => letters.join(''));

describe('text', () => {
  it.each(['Equals', 'Contains', 'Like'] as const)(
    '%s matches the same text in memory and as a LIKE pattern',
    (match) => {
      const pairs = runs({ test: 5000, soak: 50_000 });
      let hits = 0;
      fc.assert(
        fc.property(text, text, (subject, entry) => {
          const matches = matchesEntry(match, subject, entry);
          hits += matches ? 1 : 0;
          expect(like(fold(subject), sqlLikePattern(match, entry))).toBe(matches);
        }),
        { numRuns: pairs, seed: testSeed },
      );
      expect(hits).toBeGreaterThan(pairs / 200);
    },
  );

  it.each([
    ['Peñarrubia', 'penarrubia'],
    ['ÉLAN ΟΔΟΣ οδός', 'elan οδοσ οδοσ'],
    ['Łódź, Ærøskøbing, Straße, STRAẞE', 'lodz, aeroskobing, strasse, strasse'],
    ['İstanbul Diyarbakır', 'istanbul diyarbakir'],
    ['e\u0301', 'e'],
    ['한국 が', '한국 が'],
  ])('folds %s', (original, folded) => {
    expect(fold(original)).toBe(folded);
  });
});

describe('the canonical form', () => {
  const everyText = (check: (given: string) => void) => {
    fc.assert(fc.property(oddTextArb, check), {
      numRuns: runs({ test: 3000, soak: 100_000 }),
      seed: testSeed,
    });
  };

  it.each([
    ['canonicalLine', canonicalLine],
    ['canonicalParagraphs', canonicalParagraphs],
    ['canonicalQuery', canonicalQuery],
  ] as const)('of a text is that of its canonical form: %s', (_, form) => {
    everyText((given) => {
      expect(form(form(given))).toBe(form(given));
    });
  });

  it('has one key for matching and one for searching, which are their own', () => {
    everyText((given) => {
      const line = canonicalQuery(given);
      // An accent that stands alone is one on a space.
      fc.pre(!/ \p{M}|^\p{M}/u.test(line.normalize('NFKD')));
      expect(matchKey(matchKey(line))).toBe(matchKey(line));
      expect(foldQuery(fold(line))).toBe(fold(line));
      expect(fold(matchKey(line))).toBe(fold(line));
    });
  });

  it('is found by the text that was typed', () => {
    everyText((given) => {
      expect(matchesEntry('Equals', canonicalQuery(given), given)).toBe(true);
      expect(anyContains([`x ${canonicalQuery(given)} y`], given)).toBe(true);
    });
  });
});
