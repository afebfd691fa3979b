import * as fc from 'fast-check';
import { sql } from 'kysely';
import { canonicalLine, canonicalParagraphs, fold, matchKey } from '@readerlens/contract/text';
import { newCharacter, oddTextArb, runs, testSeed } from '@readerlens/filters/testing';
import { describeOnEachEngine } from '../testing/index.ts';

const functions = {
  canonical_line: canonicalLine,
  canonical_paragraphs: canonicalParagraphs,
  match_text: matchKey,
  fold_text: fold,
} as const;
type Form = keyof typeof functions;

/** Every character of one UTF-16 unit that is assigned, and some that need two. */
const characters = Array.from({ length: 0xffef }, (_, index) => String.fromCharCode(index + 1))
  .filter((one) => /[^\p{Cn}\p{Co}\p{Cs}]/u.test(one) && !newCharacter.test(one))
  .concat(Array.from('👩🏽😀🏴𝒜𝟘𐐀𐨀\u{e0041}\u{e0100}\u{1d173}\u{1bca0}'));

describeOnEachEngine('text in the database and in memory', (db) => {
  const inDatabase = async (form: Form, texts: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      SELECT ${sql.raw(form)}(given) AS text FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (given, place)
      ORDER BY place`.execute(db().kysely);
    return rows.map(({ text }) => text);
  };

  it.each(Object.keys(functions) as Form[])('has the same %s', async (form) => {
    const texts = fc.sample(oddTextArb, { numRuns: runs({ test: 3000, soak: 100_000 }), seed: testSeed });
    const found = await inDatabase(form, texts);
    const pairs = texts.map((text, index) => [text, found[index]]);
    expect(pairs.filter(([text = '', answer]) => functions[form](text) !== answer)).toEqual([]);
  });

  it.each(['canonical_line', 'match_text', 'fold_text'] as const)(
    'has the same %s of each character',
    async (form) => {
      const texts = characters.map((one) => `x${one}y`);
      const found = await inDatabase(form, texts);
      const different = texts.filter((text, index) => functions[form](text) !== found[index]);
      expect(different.map((one) => one.codePointAt(1)?.toString(16))).toEqual([]);
    },
  );
});
