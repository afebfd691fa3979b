import { fileTypeFromBuffer } from 'file-type';

/** Bytes at the beginning of a file that its type is read from. Office files name theirs in an early zip entry. */
export const sniffedBytes = 64 * 1024;

const binary = 'application/octet-stream';

const textOf = (head: Uint8Array): string | undefined => {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    // The head may end within a character; as part of a stream that is no error.
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
 * The media type of a file, from its first `sniffedBytes` bytes. Names and headers of an upload have no say. Text with
 * markup in it counts as HTML, SVG or XML, wherever in the text it is.
 */
export const sniffMediaType = async (head: Uint8Array): Promise<string> => {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (found && !found.endsWith('xml')) return found;
  const text = textOf(head);
  return text === undefined ? (found ?? binary) : typeOfText(text);
};

/** Whether a browser may run scripts that are in a file of this type. */
export const isActiveContent = (mediaType: string): boolean =>
  /^text\/html$|xml$|script$|shockwave-flash$/.test(mediaType);

/** The media type that a file is served with; no browser opens active content from this origin. */
export const servedMediaType = (mediaType: string): string =>
  isActiveContent(mediaType) ? binary : mediaType;
