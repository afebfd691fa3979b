// Writes glyphs by their number. jsPDF writes characters, each as one glyph of 65,536, and reorders them itself.
import { Buffer } from 'node:buffer';
import type { jsPDF } from 'jspdf';
import type { ShapingFont } from './script-fonts.ts';
import type { GlyphRun, PlacedGlyph } from './shaping.ts';

interface FontEntry {
  readonly id: string;
  metadata: object;
  objectNumber?: number;
  isAlreadyPutted?: boolean;
}

interface FontWriting {
  readonly font: FontEntry;
  readonly out: (line: string) => void;
  readonly newObject: () => number;
  readonly putStream: (stream: { data: string; addLength1: boolean; objectId: number }) => void;
}

/** What jsPDF gives to its plug-ins. */
interface PluginInterface {
  readonly write: (operators: string) => void;
  readonly getFont: (name: string, style: string) => FontEntry;
  readonly getCoordinateString: (x: number) => string;
  readonly getVerticalCoordinateString: (y: number) => string;
  readonly events: { readonly subscribe: (event: string, listener: (writing: FontWriting) => void) => void };
}

/** A glyph with the text it shows; a PDF has one text per code, so a glyph with two texts has two codes. */
interface EmbeddedFont {
  readonly id: string;
  readonly font: ShapingFont;
  readonly codes: Map<string, { readonly code: number; readonly glyph: PlacedGlyph }>;
}

const hex16 = (value: number): string => value.toString(16).padStart(4, '0');
/** A reader shows the number of a glyph without text as a character; an empty character prevents it. */
const emptyCharacter = '\u200B';
const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex16(text.charCodeAt(index))).join('');

const ensureCode = ({ codes }: EmbeddedFont, glyph: PlacedGlyph): number => {
  const key = `${glyph.id} ${glyph.text}`;
  const known = codes.get(key);
  if (known) return known.code;
  codes.set(key, { code: codes.size + 1, glyph });
  return codes.size;
};

const thousandths = (em: number): number => Math.round(em * 1000);

/** 'x y Td', then the glyphs, with corrections where a glyph is not right after the one before it. */
const buildOperators = (embedded: EmbeddedFont, { glyphs }: GlyphRun, size: number): string => {
  let [pen, rise] = [0, 0];
  let operators = '[';
  for (const glyph of glyphs) {
    if (glyph.y !== rise) {
      rise = glyph.y;
      operators += `] TJ ${(rise * size).toFixed(3)} Ts [`;
    }
    const back = pen - thousandths(glyph.x);
    operators += `${back === 0 ? '' : back}<${hex16(ensureCode(embedded, glyph))}>`;
    pen = thousandths(glyph.x) + thousandths(glyph.advance);
  }
  return `${operators}] TJ${rise === 0 ? '' : ' 0 Ts'}`;
};

const writeStream = ({ newObject, putStream, out }: FontWriting, data: string): number => {
  const objectId = newObject();
  putStream({ data, addLength1: true, objectId });
  out('endobj');
  return objectId;
};

const writeDictionary = ({ newObject, out }: FontWriting, content: string): number => {
  const objectId = newObject();
  out(`<< ${content} >>`);
  out('endobj');
  return objectId;
};

const blockSize = 100;

/** The table from codes to text, for copying and searching. */
const toUnicode = (texts: readonly string[]): string => {
  const lines = texts.map((text, index) => `<${hex16(index + 1)}> <${utf16(text || emptyCharacter)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, index) => {
    const block = lines.slice(index * blockSize, (index + 1) * blockSize);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};

const writeFont = (writing: FontWriting, { font, codes }: EmbeddedFont): void => {
  const glyphs = Array.from(codes.values(), ({ glyph }) => glyph);
  const name = `/READER+${font.name}`;
  const { ascender, descender } = font.font.hExtents();
  const em = (units: number) => thousandths(units / font.unitsPerEm);
  const file = writeStream(writing, font.file.toString('latin1'));
  const unicode = writeStream(writing, toUnicode(glyphs.map(({ text }) => text)));
  const glyphIds = Buffer.from([0, ...glyphs.map(({ id }) => id)].map(hex16).join(''), 'hex');
  const map = writeStream(writing, glyphIds.toString('latin1'));
  const descriptor = writeDictionary(
    writing,
    `/Type /FontDescriptor /FontName ${name} /FontFile2 ${file} 0 R /Flags 4 /ItalicAngle 0 /StemV 0
/FontBBox [0 ${em(descender)} 1000 ${em(ascender)}] /Ascent ${em(ascender)} /Descent ${em(descender)} /CapHeight ${em(ascender)}`,
  );
  const descendant = writeDictionary(
    writing,
    `/Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /FontDescriptor ${descriptor} 0 R
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap ${map} 0 R
/W [1 [${glyphs.map(({ advance }) => thousandths(advance)).join(' ')}]]`,
  );
  writing.font.objectNumber = writeDictionary(
    writing,
    `/Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H
/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R`,
  );
  writing.font.isAlreadyPutted = true;
};

export interface RunWriter {
  /** Writes the glyphs of a run with its left end at a point. */
  write(run: GlyphRun, at: { x: number; y: number; size: number; color: string }): void;
}

/**
 * Embeds the fonts of the runs that are written, once each.
 * @param placeholder a font that jsPDF can read: it wants one for every entry of its list
 */
export const createRunWriter = (doc: jsPDF, placeholder: Uint8Array): RunWriter => {
  const plugin = doc.internal as unknown as PluginInterface;
  const embedded = new Map<ShapingFont, EmbeddedFont>();
  const placeholderFile = 'placeholder.ttf';
  doc.addFileToVFS(placeholderFile, Buffer.from(placeholder).toString('base64'));
  plugin.events.subscribe('putFont', (writing) => {
    const used = Array.from(embedded.values()).find(({ id }) => id === writing.font.id);
    if (used) writeFont(writing, used);
  });
  const embed = (font: ShapingFont): EmbeddedFont => {
    doc.addFont(placeholderFile, font.name, 'normal');
    const entry = plugin.getFont(font.name, 'normal');
    // jsPDF writes a font itself if it knows the content.
    entry.metadata = {};
    const added = { id: entry.id, font, codes: new Map() };
    embedded.set(font, added);
    return added;
  };
  return {
    write: (run, { x, y, size, color }) => {
      const font = embedded.get(run.font) ?? embed(run.font);
      doc.setFillColor(color);
      plugin.write(
        `BT /${font.id} ${size} Tf ${plugin.getCoordinateString(x)} ${plugin.getVerticalCoordinateString(y)} Td ${buildOperators(font, run, size)} ET`,
      );
    },
  };
};
