import {
  anyContains,
  canonicalLine,
  canonicalParagraphs,
  canonicalQuery,
  fold,
  foldQuery,
  matchKey,
} from './text.ts';

describe('a canonical line', () => {
  it.each([
    ['  Two   Spaces ', 'Two Spaces'],
    ['Jean\u00a0Luc', 'Jean Luc'],
    ['Figure\u2007\u202f\u3000Space', 'Figure Space'],
    ['Soft\u00adhyphen', 'Softhyphen'],
    ['Zero\u200bwidth\u2060\ufeff', 'Zerowidth'],
    ['Joined\u200dletters\u200c', 'Joinedletters'],
    ['Wide\u3164filler', 'Widefiller'],
    ['Jose\u0301', 'José'],
    ['Hidden\u{e0041}\u{e0042}', 'Hidden'],
    [' \ufe0fSelected', 'Selected'],
  ])('of %j is %j', (text, line) => {
    expect(canonicalLine(text)).toBe(line);
  });

  it.each([
    'Acme™ ½ H₂O Ａ ﬁ',
    'O’Brien–Smith',
    '👩‍🔬 👨🏽‍🚀 ❤️‍🔥 1️⃣',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष ശ്രീ\u200d',
    '葛\u{e0100}飾',
    'ᠮᠣᠩᠭᠣᠯ\u180e ᠠ',
  ])('keeps %j, which looks as it is meant', (text) => {
    expect(canonicalLine(text)).toBe(text);
  });

  it.each(['A\nB', 'A\tB', 'A\u202eB', 'A\u200fB', 'A\u0007B', 'A\u2028B'])(
    'keeps %j, which is refused, to refuse it',
    (text) => {
      expect(canonicalLine(text)).toBe(text);
    },
  );
});

it('paragraphs keep their line breaks, indents and marks of direction', () => {
  expect(canonicalParagraphs('\r\n One  line\u00a0\r\n \t\r\n\t\u00a0two\t three\u2028שלום\u200f!\n\n')).toBe(
    'One line\n\n\t two three\nשלום\u200f!',
  );
});

it('a query is a line, whatever is pasted', () => {
  expect(canonicalQuery('\u200eAnn\tLee\r\n')).toBe('Ann Lee');
  expect(canonicalQuery(' \u200b\u00ad\u200f\n')).toBe('');
});

/** Texts of a line look the same. */
const lookalikes: readonly (readonly [string, ...string[]])[] = [
  [
    "O'Brien",
    'O’Brien',
    'OʼBrien',
    'O′Brien',
    'O´Brien',
    'O`Brien',
    'O＇Brien',
    'Oʹbrien',
    'OꞌBRIEN',
    'O᾿Brien',
  ],
  [
    'Anne-Marie',
    'Anne–Marie',
    'Anne‑Marie',
    'Anne‐Marie',
    'Anne—Marie',
    'Anne−Marie',
    'Anne﹣Marie',
    'Anne－Marie',
  ],
  ['Two Spaces', 'Two  Spaces', 'Two\u2007Spaces', ' Two\u00a0\u200bSpaces', 'ＴＷＯ　ｓｐａｃｅｓ'],
  ['Office', 'Oﬃce', 'Of\u00adfice', 'Offi\u2060ce', 'O\ufe0fﬀice'],
  ['Zoé', 'Zoe\u0301', 'ZOÉ'],
];

it.each(lookalikes.map((texts) => ({ texts })))(
  '$texts.0 is matched and found in every spelling',
  ({ texts }) => {
    expect(new Set(texts.map((text) => matchKey(canonicalLine(text)))).size).toBe(1);
    expect(new Set(texts.map(foldQuery)).size).toBe(1);
    for (const text of texts) expect(anyContains([canonicalLine(texts[0])], text)).toBe(true);
  },
);

it('accents tell names apart, but are not searched for', () => {
  expect(matchKey('Ékart')).not.toBe(matchKey('Ekart'));
  expect(fold('Ékart')).toBe(fold('Ekart'));
});
