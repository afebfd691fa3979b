import { runs, testSeed } from '@readerlens/filters/testing';
import * as fc from 'fast-check';
import { looksLikeFormula, plainText, withoutMark } from './formula.ts';

it.each([
  ['+49 89 123', "'+49 89 123"],
  ['-Ann', "'-Ann"],
  [' =1+1', "' =1+1"],
  ["'-Ann", "''-Ann"],
  ["O'Hara", "O'Hara"],
  ["'tis", "'tis"],
])('%j is %j in a file', (text, inFile) => {
  expect(plainText(text)).toBe(inFile);
  expect(withoutMark(inFile)).toBe(text);
});

it('what is written is what is read again, and is never a formula', () => {
  const text = fc.array(fc.constantFrom("'", '=', '+', '-', '@', ' ', '\t', 'a', '＝'), { maxLength: 8 });
  fc.assert(
    fc.property(
      text.map((parts) => parts.join('')),
      (value) => {
        expect(withoutMark(plainText(value))).toBe(value);
        expect(looksLikeFormula(plainText(value))).toBe(false);
      },
    ),
    { numRuns: runs({ test: 1000, soak: 100_000 }), seed: testSeed },
  );
});
