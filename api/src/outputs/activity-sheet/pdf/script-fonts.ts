import { Blob, Face, Font } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { eastAsian, emoji, latinSource, otherScripts, rightToLeft } from './font-sources.ts';
import type { FontSource, OpenedSource } from './font-sources.ts';

export type Weight = 'normal' | 'bold';

/** A font with the characters of one document. */
export interface ShapingFont {
  readonly name: string;
  readonly file: Buffer;
  readonly unitsPerEm: number;
  readonly font: Font;
}

/** A character with its marks, and the font to draw it with. */
export interface Piece {
  readonly text: string;
  readonly source: FontSource;
}

/** The fonts of a document's texts. */
export interface ScriptFonts {
  /** The characters of a prepared paragraph, possibly with ASCII added; those that no font has as their number in brackets. */
  splitByFont(paragraph: string): Piece[];
  findFont(source: FontSource, weight: Weight): ShapingFont;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Joiners, variants and directions; a font need not have them. */
const invisible = /(?=[\p{Cf}\p{M}])\p{Default_Ignorable_Code_Point}/gu;
const shownAsEmoji = /\p{Emoji_Presentation}|[\uFE0F\u20E3]/u;

const { simplifiedChinese, traditionalChinese, japanese, korean } = eastAsian;
const allEastAsian = [simplifiedChinese, traditionalChinese, japanese, korean];
const orders = {
  Chinese: allEastAsian,
  Taiwanese: [traditionalChinese, ...allEastAsian],
  Japanese: [japanese, ...allEastAsian],
  Korean: [korean, ...allEastAsian],
};
type Language = keyof typeof orders;

/** Unicode has one number for Chinese characters of all languages; the letters around them tell the language. */
const guessLanguage = (paragraph: string): Language => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(paragraph)) return 'Japanese';
  if (/\p{Script=Hangul}/u.test(paragraph)) return 'Korean';
  return /\p{Script=Bopomofo}/u.test(paragraph) ? 'Taiwanese' : 'Chinese';
};

/** The files that may have a character, best first. */
const candidates = function* (text: string, language: Language): Generator<FontSource> {
  const first = text.codePointAt(0) ?? 0;
  if (shownAsEmoji.test(text)) yield* emoji(first);
  for (const family of rightToLeft) yield* family(first);
  yield latinSource;
  for (const family of [...otherScripts, ...orders[language], emoji]) yield* family(first);
};

const has = ({ codePoints }: OpenedSource, text: string): boolean =>
  Array.from(text.replace(invisible, '')).every((one) => codePoints.has(one.codePointAt(0) ?? 0));

/** Fonts have 'é' and '각' as one character, some file names have them as several. */
const splitCharacters = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) =>
    segment.length > 1 ? segment.normalize('NFC') : segment,
  );

const formatCodePoint = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Opens files until one has the character with its marks, or else each of them. */
const findPieces = async (text: string, language: Language): Promise<Piece[]> => {
  for (const source of candidates(text, language))
    if (has(await source.open(), text)) return [{ text, source }];
  const single = Array.from(text);
  if (single.length === 1) return [{ text: formatCodePoint(text), source: latinSource }];
  const pieces: Piece[] = [];
  for (const one of single) pieces.push(...(await findPieces(one, language)));
  return pieces;
};

/** The pieces of each character, by language. */
type KnownPieces = Map<string, Piece[]>;
const buildTextKey = (text: string, language: Language): string => `${language} ${text}`;

const findAll = async (paragraphs: readonly string[]): Promise<KnownPieces> => {
  const known: KnownPieces = new Map();
  for (const paragraph of paragraphs) {
    const language = guessLanguage(paragraph);
    for (const text of splitCharacters(paragraph)) {
      const key = buildTextKey(text, language);
      if (!known.has(key)) known.set(key, await findPieces(text, language));
    }
  }
  return known;
};

/** Vowel signs around a letter, of which fonts have only the parts; those of Khmer have no decomposition in Unicode. */
const splitVowels = (text: string): string =>
  text.normalize('NFKD') + (/[\u17BE-\u17C5]/u.test(text) ? '\u17C1' : '');

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

const textsBySource = (known: KnownPieces): Map<FontSource, string> => {
  const texts = new Map([[latinSource, ascii]]);
  for (const { text, source } of [...known.values()].flat())
    texts.set(source, `${texts.get(source) ?? ''}${text}${splitVowels(text)}`);
  return texts;
};

const weights = { normal: 400, bold: 700 } as const;

const createSubset = async (source: FontSource, weight: Weight, text: string): Promise<ShapingFont> => {
  const opened = await source.open();
  const file = await subsetFont(opened[weight], text, {
    targetFormat: 'truetype',
    ...(source.variable ? { variationAxes: { wght: weights[weight] } } : {}),
  });
  const face = new Face(new Blob(file));
  return { name: `${source.name}-${weight}`, file, unitsPerEm: face.upem, font: new Font(face) };
};

/** Reads the fonts that the paragraphs need, and reduces them to their characters. */
export const scriptFontsFor = async (paragraphs: readonly string[]): Promise<ScriptFonts> => {
  const known = await findAll(paragraphs);
  const fonts = new Map<FontSource, Record<Weight, ShapingFont>>();
  for (const [source, text] of textsBySource(known))
    fonts.set(source, {
      normal: await createSubset(source, 'normal', text),
      bold: await createSubset(source, 'bold', text),
    });
  return {
    splitByFont: (paragraph) => {
      const language = guessLanguage(paragraph);
      return splitCharacters(paragraph).flatMap(
        (text) => known.get(buildTextKey(text, language)) ?? [{ text, source: latinSource }],
      );
    },
    findFont: (source, weight) => {
      const font = fonts.get(source);
      if (!font) throw new Error(`The font ${source.name} was not prepared for this document.`);
      return font[weight];
    },
  };
};
