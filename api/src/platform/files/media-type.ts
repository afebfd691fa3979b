import { fileTypeFromBuffer } from 'file-type';

/** Number of bytes needed to detect the type of a file. Office files name their type in an early zip entry. */
export const sniffedBytes = 64 * 1024;

const binary = 'application/octet-stream';

const decodeText = (head: Uint8Array): string | undefined => {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    // The head may end in the middle of a character, which is no error in stream mode.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return /(?![\t-\r])\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

const typeOfText = (text: string): string => {
  if (/<([\w-]+:)?svg[\s/>]/i.test(text)) return 'image/svg+xml';
  if (
    /<(!doctype\s+html|html|head|body|script|iframe|object|embed|style|meta|link|form|img)[\s/>]/i.test(text)
  )
    return 'text/html';
  return /^\s*<[?!a-z]/i.test(text) ? 'application/xml' : 'text/plain';
};

/**
 * Detects the media type of a file from its first `sniffedBytes` bytes, not from its name or headers. Text with markup
 * anywhere in these bytes counts as HTML, SVG or XML.
 */
export const sniffMediaType = async (head: Uint8Array): Promise<string> => {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (found && !found.endsWith('xml')) return found;
  const text = decodeText(head);
  return text === undefined ? (found ?? binary) : typeOfText(text);
};

/** Whether a browser may run scripts in a file of this type. */
export const isActiveContent = (mediaType: string): boolean =>
  /^text\/html$|xml$|script$|shockwave-flash$/.test(mediaType);

/** The Content-Type for serving a file; active content is served as binary, so that browsers do not run it. */
export const servedMediaType = (mediaType: string): string =>
  isActiveContent(mediaType) ? binary : mediaType;
