import { isUtf8 } from 'node:buffer';

/** One line of a file without its end. */
export interface TextLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Why the text is unusable: it is too long. */
  readonly problem?: string;
}

/** Longest line and longest record, in bytes: a guard against files that are not text. */
export const longestRecord = 1 << 20;

/** Replaces bytes that are not UTF-8. It is no valid text itself, so a value that contains it is not used. */
export const undecodable = '\udcff';

const lineFeed = 10;
const carriageReturn = 13;

const toTextLine = (number: number, bytes: Buffer, isTooLong: boolean): TextLine => {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  const content = end === bytes.length ? bytes : bytes.subarray(0, end);
  if (isTooLong) return { number, text: '', problem: `The line is longer than ${longestRecord} bytes.` };
  const text = content.toString('utf8');
  return { number, text: isUtf8(content) ? text : text.replaceAll('\ufffd', undecodable) };
};

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const withoutMark = (head: Buffer): Buffer =>
  head.subarray(0, 3).equals(byteOrderMark) ? head.subarray(3) : head;

/** Whether the beginning of a file shows how its lines end: a final CR may be half of a CRLF. */
const showsSeparator = (head: Buffer): boolean => {
  const cr = head.indexOf(carriageReturn);
  return head.includes(lineFeed) || (cr >= 0 && cr < head.length - 1) || head.length > longestRecord;
};

/** The bytes without a byte order mark, with a first chunk that shows how lines end. */
async function* withHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (!showsSeparator(head)) continue;
    yield withoutMark(head);
    head = undefined;
  }
  if (head?.length) yield withoutMark(head);
}

/**
 * The lines of a file in groups as they arrive, without a byte order mark. Lines end with LF or CRLF, or with CR if the
 * beginning has no LF. The text of a line that is too long is dropped while it is read.
 */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  let separator: number | undefined;
  let number = 1;
  let rest: Buffer[] = [];
  let restLength = 0;
  const endLine = (last: Buffer): TextLine => {
    const isTooLong = restLength + last.length > longestRecord;
    const bytes = isTooLong || rest.length === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    restLength = 0;
    return toTextLine(number++, bytes, isTooLong);
  };
  const keep = (part: Buffer) => {
    restLength += part.length;
    if (restLength > longestRecord) rest = [];
    else if (part.length > 0) rest.push(part);
  };
  for await (const chunk of withHead(chunks)) {
    separator ??= chunk.includes(lineFeed) || !chunk.includes(carriageReturn) ? lineFeed : carriageReturn;
    const lines: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, start)) {
      lines.push(endLine(chunk.subarray(start, end)));
      start = end + 1;
    }
    keep(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (restLength > 0) yield [endLine(Buffer.alloc(0))];
}
