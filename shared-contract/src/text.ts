// The canonical form of text: what is stored, and by what it is matched and searched. `canonical_line`,
// `canonical_paragraphs`, `match_text` and `fold_text` of the database are the same functions: decision 36.

/** ASCII without white space at an end, or next to another. */
const plainLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const blanks = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const blankRun = new RegExp(`[${blanks}]+`, 'g');
const breaks = '\\t-\\r\\u0085\\u2028\\u2029';
const marksOfDirection = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

/** Soft hyphens, zero-width characters and fillers. */
const empty =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}';
const tags = '\\u{e0000}-\\u{e007f}';
const joiners = '\\u180e\\u200c\\u200d';
const variants = '\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
const emoji =
  '[\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u21ff\\u2300-\\u23ff\\u2460-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}]';
/** From Arabic over the scripts of India to Mongolian, with accents. */
const shapedLetter =
  '[\\u0600-\\u0dff\\u0f00-\\u109f\\u1780-\\u180a\\u1810-\\u18af\\u1900-\\u1c4f\\ua800-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc' +
  '\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}][\\u0300-\\u036f\\u1dc0-\\u1dff]{0,4}';

/**
 * What cannot be seen and means nothing. Joiners mean something between emoji and after letters that they shape, variation
 * selectors after a character, and tags in a flag.
 */
const meaningless = new RegExp(
  [
    `[${empty}]`,
    `(?<!\\u{1f3f4}[${tags}]{0,16})[${tags}]`,
    `(?<![^${empty}${tags}${joiners}${variants}${blanks}${breaks}])[${variants}]`,
    `(?<!${shapedLetter})(?!(?<=${emoji}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]{0,2})\\u200d${emoji})[${joiners}]`,
  ].join('|'),
  'gu',
);

/**
 * A line of text as it is stored and shown: NFC, one space for each run of blanks of any kind, none at the ends, and nothing
 * that cannot be seen. What `lineProblem` refuses stays in it: line breaks, control characters and marks of direction.
 */
export const canonicalLine = (text: string): string =>
  plainLine.test(text)
    ? text
    : text.normalize('NFC').replace(meaningless, '').replace(blankRun, ' ').trim().normalize('NFC');

const indent = new RegExp(`^[\\t${blanks}]*`);
const anyBlank = new RegExp(`[${blanks}]`, 'g');

const indentedLine = (text: string): string => {
  const line = canonicalLine(text.replaceAll('\t', ' '));
  return line === '' ? '' : (indent.exec(text)?.[0] ?? '').replace(anyBlank, ' ') + line;
};

/** A text of several lines as it is stored and shown: each as `canonicalLine` with its indent, without blanks at the ends. */
export const canonicalParagraphs = (text: string): string =>
  text.split(lineBreak).map(indentedLine).join('\n').trim();

const anyBreak = new RegExp(`[${breaks}]`, 'g');
const anyMarkOfDirection = new RegExp(`[${marksOfDirection}]`, 'g');

/** What somebody types or pastes to search for, as a line of what is stored. '' if nothing of it can be seen. */
export const canonicalQuery = (text: string): string =>
  canonicalLine(text.replace(anyBreak, ' ').replace(anyMarkOfDirection, ''));

/** Accents on a space that stand for an apostrophe. */
const spacingAccents = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;
const apostrophe =
  '`\\u02b9\\u02bb-\\u02bf\\u02c8\\u02ca\\u02cb\\u055a\\u05f3\\u07f4\\u2018\\u2019\\u201b\\u2032\\u2035\\ua78b\\ua78c';
const apostrophes = new RegExp(`[${apostrophe}]`, 'g');
const dash = '\\u02d7\\u058a\\u05be\\u1806\\u2010-\\u2015\\u2043\\u2212\\u2e3a\\u2e3b';
const dashes = new RegExp(`[${dash}]`, 'g');
const unseen =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f' +
  '\\ufeff\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
const anyUnseen = new RegExp(`[${unseen}]`, 'gu');
const anyAccent = new RegExp(`[\\u0300-\\u036f${unseen}]`, 'gu');

const lettersWithoutAccent: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ð: 'd',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** One character at a time, because PostgreSQL's lower() ignores the context. */
const lowered = (text: string): string => Array.from(text, (c) => c.toLowerCase()).join('');

const foldedAscii = (text: string): string => text.toLowerCase().replaceAll('`', "'");

const withPlainMarks = (text: string): string => text.replace(apostrophes, "'").replace(dashes, '-');

/**
 * A canonical line as records are matched by name: names with the same key look the same. Compatible letters (NFKC), case,
 * and kinds of apostrophes and dashes make no difference. Accents do, because names are told apart by them. The same as
 * `match_text` of the database.
 */
export const matchKey = (text: string): string =>
  isAscii(text)
    ? foldedAscii(text)
    : lowered(
        withPlainMarks(
          text.replace(spacingAccents, "'").replaceAll('İ', 'i').normalize('NFKC').replace(anyUnseen, ''),
        ),
      ).normalize('NFC');

/**
 * A canonical line as searches and sort orders compare it: as `matchKey`, without accents, so that 'pena' finds 'Peña'. The
 * same as `fold_text` of the database, under any UTF-8 locale but "C", which lowers ASCII only.
 */
export const fold = (text: string): string =>
  isAscii(text)
    ? foldedAscii(text)
    : lowered(withPlainMarks(text.replace(spacingAccents, "'").normalize('NFKD').replace(anyAccent, '')))
        .replace(/[łøđħŧıðςßæœþ]/g, (letter) => lettersWithoutAccent[letter] ?? letter)
        .normalize('NFC');

/** What somebody types to search for, as searches compare it; '' if nothing of it can be seen. */
export const foldQuery = (text: string): string => fold(canonicalQuery(text));

/** Whether one of the texts contains the text of a search box, as searches compare it. */
export const anyContains = (texts: readonly string[], searched: string): boolean => {
  const wanted = foldQuery(searched);
  return texts.some((text) => fold(text).includes(wanted));
};

const anyApostrophe = `['${apostrophe}\\u00b4]`;
const anyDash = `(?:-|[${dash}])`;
const inAnySpelling = new RegExp(`(\\s+)|(${anyApostrophe})|${anyDash}`, 'g');

/**
 * The source of a regular expression that matches a text in any spelling of its white space, apostrophes and dashes.
 * @param source the text, with the characters escaped that have a meaning in regular expressions
 */
export const spelledInAnyWay = (source: string): string =>
  source.replace(inAnySpelling, (_, blank?: string, mark?: string) =>
    blank === undefined ? (mark === undefined ? anyDash : anyApostrophe) : String.raw`\s+`,
  );
