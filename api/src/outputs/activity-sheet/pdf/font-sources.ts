// The font files of all scripts, as installed: one file per script, many small ones for Chinese, Japanese, Korean and emoji.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face } from 'harfbuzzjs';
import { decompress } from 'wawoff2';
import { latinFiles } from './fonts.ts';

const resolve = createRequire(import.meta.url).resolve;

/** A font file, read when a text needs it. */
export interface FontSource {
  readonly name: string;
  /** The file has a weight axis; otherwise there is a file for bold text. */
  readonly variable: boolean;
  readonly open: () => Promise<OpenedSource>;
}

export interface OpenedSource {
  readonly normal: Buffer;
  readonly bold: Buffer;
  readonly codePoints: ReadonlySet<number>;
}

const readCodePoints = (file: Buffer): Uint32Array => new Face(new Blob(file)).collectUnicodes();

const createSource = (
  name: string,
  variable: boolean,
  read: () => Promise<Pick<OpenedSource, 'normal' | 'bold'>>,
): FontSource => {
  let opened: OpenedSource | undefined;
  const open = async () => {
    const files = await read();
    const bold = new Set(readCodePoints(files.bold));
    return { ...files, codePoints: new Set(readCodePoints(files.normal).filter((code) => bold.has(code))) };
  };
  return { name, variable, open: async () => (opened ??= await open()) };
};

/** The font of Latin, Greek and Cyrillic text, for what jsPDF cannot place: marks, and symbols between other scripts. */
export const latinSource = createSource('DejaVu', false, () =>
  Promise.resolve({
    normal: readFileSync(resolve(latinFiles.normal)),
    bold: readFileSync(resolve(latinFiles.bold)),
  }),
);

/** Finds the files that list a code point; the list has gaps, so the file decides. */
export type Family = (codePoint: number) => readonly FontSource[];

const parseRange = (text: string): readonly [number, number] => {
  const [first = '', last = first] = text.replace(/^U\+/iu, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

const createFamily = (name: string, isPart: (part: string) => boolean): Family => {
  let parts: { source: FontSource; ranges: (readonly [number, number])[] }[] | undefined;
  const read = () => {
    const folder = `@fontsource-variable/${name}`;
    const listed = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), 'utf8')) as Record<
      string,
      string
    >;
    return Object.entries(listed)
      .filter(([part]) => isPart(part))
      .map(([part, ranges]) => {
        const file = `${name}-${part.replace(/[[\]]/gu, '')}`;
        const source = createSource(file, true, async () => {
          const content = readFileSync(resolve(`${folder}/files/${file}-wght-normal.woff2`));
          const normal = Buffer.from(await decompress(content));
          return { normal, bold: normal };
        });
        return { source, ranges: ranges.split(',').map(parseRange) };
      });
  };
  const known = new Map<number, FontSource[]>();
  return (codePoint) => {
    const before = known.get(codePoint);
    if (before) return before;
    parts ??= read();
    const found = parts
      .filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
      .map(({ source }) => source);
    known.set(codePoint, found);
    return found;
  };
};

/** Only the part with the script itself; all of them have Latin letters too. */
const scriptFamily = (script: string): Family =>
  createFamily(`noto-sans-${script}`, (part) => part === script);
const numberedFamily = (name: string): Family => createFamily(name, (part) => part.startsWith('['));

export const emoji = numberedFamily('noto-emoji');

/** Chinese characters have another shape in each of them. */
export const eastAsian = {
  simplifiedChinese: numberedFamily('noto-sans-sc'),
  traditionalChinese: numberedFamily('noto-sans-tc'),
  japanese: numberedFamily('noto-sans-jp'),
  korean: numberedFamily('noto-sans-kr'),
};

/** Scripts that DejaVu has too, but incompletely. */
export const rightToLeft = ['arabic', 'hebrew'].map(scriptFamily);

export const otherScripts = [
  'bengali',
  'devanagari',
  'ethiopic',
  'gujarati',
  'gurmukhi',
  'kannada',
  'khmer',
  'malayalam',
  'myanmar',
  'oriya',
  'sinhala',
  'tamil',
  'telugu',
  'thai',
].map(scriptFamily);
