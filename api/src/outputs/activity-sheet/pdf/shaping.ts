import bidiFactory from 'bidi-js';
import type { EmbeddingLevels } from 'bidi-js';
import { Buffer as ShapingBuffer, Direction, shape } from 'harfbuzzjs';
import type { FontSource } from './font-sources.ts';
import type { ScriptFonts, ShapingFont, Weight } from './script-fonts.ts';

/** A glyph at its place in a run; lengths in em. */
export interface PlacedGlyph {
  readonly id: number;
  /** What it shows; of a ligature all its characters, of a second glyph for one character nothing. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
}

/** Glyphs of one font, from left to right. */
export interface GlyphRun {
  readonly font: ShapingFont;
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

interface Paragraph {
  readonly text: string;
  readonly levels: EmbeddingLevels;
  /** The font of each character's first code unit. */
  readonly sources: ReadonlyMap<number, FontSource>;
}

const bidi = bidiFactory();

const prepareParagraph = (fonts: ScriptFonts, original: string): Paragraph => {
  const pieces = fonts.splitByFont(original);
  const sources = new Map<number, FontSource>();
  let at = 0;
  for (const { text, source } of pieces) {
    sources.set(at, source);
    at += text.length;
  }
  const text = pieces.map((piece) => piece.text).join('');
  return { text, sources, levels: bidi.getEmbeddingLevels(text, 'auto') };
};

type Range = readonly [start: number, end: number];

interface TextRun {
  readonly source: FontSource;
  readonly rightToLeft: boolean;
  readonly start: number;
  end: number;
}

/** Consecutive characters of one font and direction, in reading order. */
const textRuns = ({ sources, levels }: Paragraph, [start, end]: Range): TextRun[] => {
  const runs: TextRun[] = [];
  for (let at = start; at < end; at += 1) {
    const last = runs.at(-1);
    const source = sources.get(at) ?? last?.source;
    const rightToLeft = (levels.levels[at] ?? 0) % 2 === 1;
    if (!source || (last?.source === source && last.rightToLeft === rightToLeft)) {
      if (last) last.end = at + 1;
    } else runs.push({ source, rightToLeft, start: at, end: at + 1 });
  }
  return runs;
};

/** Assigns the characters of a cluster to its glyphs, both in reading order. */
const shareOut = (text: string, glyphs: number): string[] => {
  const composed = Array.from(text);
  const characters = composed.length < glyphs ? Array.from(text.normalize('NFD')) : composed;
  return Array.from({ length: glyphs }, (_, index) =>
    index === glyphs - 1 ? characters.slice(index).join('') : (characters[index] ?? ''),
  );
};

/** The characters that each glyph shows; `clusters` are their first code units, in reading order. */
const splitByGlyph = (text: string, clusters: readonly number[]): string[] => {
  const starts = [...new Set(clusters)];
  return starts.flatMap((start, index) =>
    shareOut(
      text.slice(start, starts[index + 1] ?? text.length),
      clusters.filter((one) => one === start).length,
    ),
  );
};

/** A glyph of a parenthesis in text from right to left shows the other one, and readers of PDFs expect that one. */
const mirrored = (text: string): string => (text && bidi.getMirroredCharacter(text)) ?? text;

const buffer = new ShapingBuffer();

const glyphRun = (text: string, font: ShapingFont, rightToLeft: boolean): GlyphRun => {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  shape(font.font, buffer);
  const shaped = buffer.getGlyphInfosAndPositions();
  const clusters = shaped.map(({ cluster }) => cluster);
  const texts = rightToLeft
    ? splitByGlyph(text, clusters.toReversed()).toReversed().map(mirrored)
    : splitByGlyph(text, clusters);
  let width = 0;
  const glyphs = shaped.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }, index) => {
    const em = font.unitsPerEm;
    const x = width + xOffset / em;
    width += xAdvance / em;
    return {
      id: codepoint,
      text: texts[index] ?? '',
      x,
      y: yOffset / em,
      advance: font.font.glyphHAdvance(codepoint) / em,
    };
  });
  return { font, glyphs, width };
};

/** Turns runs in reading order around to their order from left to right. */
const fromLeft = (
  { text, levels }: Paragraph,
  [start, end]: Range,
  runs: readonly TextRun[],
): readonly TextRun[] => {
  if (runs.every(({ rightToLeft }) => !rightToLeft)) return runs;
  const runAt = runs.flatMap((run) => Array<TextRun>(run.end - run.start).fill(run));
  const order = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end);
  return [...new Set(order.flatMap((at) => runAt[at - start] ?? []))];
};

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Scripts without spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const opening = /^[\p{Ps}\p{Pi}]/u;

/** Where a line may begin: after spaces, and between words of scripts without spaces. */
const lineStarts = (text: string): number[] => {
  let before = '';
  return Array.from(words.segment(text)).flatMap(({ segment, index, isWordLike = false }) => {
    const isStart =
      (/\s$/u.test(before) && /\S/u.test(segment)) ||
      (withoutSpaces.test(before + segment) &&
        ((isWordLike && !opening.test(before)) || opening.test(segment)));
    before = segment;
    return isStart ? [index] : [];
  });
};

const rangesBetween = (starts: readonly number[], from: number, to: number): Range[] =>
  [from, ...starts.filter((start) => start > from)].map((start, index, all) => [start, all[index + 1] ?? to]);

const findCharacterRanges = (text: string, [from, to]: Range): Range[] =>
  rangesBetween(
    Array.from(graphemes.segment(text.slice(from, to)), ({ index }) => from + index),
    from,
    to,
  );

/** Fills lines with words; a word that is too long for a line is broken between characters. */
const fillLines = (text: string, width: number, measureWidth: (range: Range) => number): Range[] => {
  const lines: Range[] = [];
  let [start, used] = [0, 0];
  const place = (parts: readonly Range[], breaks: (range: Range) => readonly Range[]): void => {
    for (const part of parts) {
      const [from, to] = part;
      const visible = measureWidth([from, from + text.slice(from, to).trimEnd().length]);
      if (used + visible > width && from > start) {
        lines.push([start, from]);
        [start, used] = [from, 0];
      }
      const smaller = visible > width ? breaks(part) : [];
      if (smaller.length > 1) place(smaller, () => []);
      else used += measureWidth(part);
    }
  };
  place(rangesBetween(lineStarts(text), 0, text.length), (part) => findCharacterRanges(text, part));
  return [...lines, [start, text.length]];
};

const totalWidth = (runs: readonly GlyphRun[]): number => runs.reduce((sum, run) => sum + run.width, 0);

/** The lines of a paragraph that fit into a width in em, each as glyphs from left to right. */
export const shapeLines = (
  fonts: ScriptFonts,
  original: string,
  weight: Weight,
  width: number,
): GlyphRun[][] => {
  const paragraph = prepareParagraph(fonts, original);
  const { text } = paragraph;
  const shaped = (runs: readonly TextRun[]) =>
    runs.map(({ source, rightToLeft, start, end }) =>
      glyphRun(text.slice(start, end), fonts.findFont(source, weight), rightToLeft),
    );
  const measureWidth = (range: Range) => totalWidth(shaped(textRuns(paragraph, range)));
  return fillLines(text, width, measureWidth).map(([start, end]) => {
    const range: Range = [start, start + text.slice(start, end).trimEnd().length];
    return shaped(fromLeft(paragraph, range, textRuns(paragraph, range)));
  });
};
