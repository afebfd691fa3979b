import path from 'node:path';

export interface FileHeaders {
  contentType: string;
  cacheControl: string;
  /** Only for compressed copies, which are stored next to the uncompressed file. */
  contentEncoding?: 'br' | 'gzip';
}

/** No HTML, so that no area file can be opened as a page on the product's origin. */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const encodings = { '.br': 'br', '.gz': 'gzip' } as const;

const isEncoding = (extension: string): extension is keyof typeof encodings => extension in encodings;

/** The headers of a file by its key: files of a version never change, a registry may change at any time. */
export const chooseHeaders = (key: string): FileHeaders => {
  const last = path.posix.extname(key);
  const plain = isEncoding(last) ? key.slice(0, -last.length) : key;
  return {
    contentType: types[path.posix.extname(plain)] ?? 'application/octet-stream',
    cacheControl: key.startsWith('areas/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(isEncoding(last) ? { contentEncoding: encodings[last] } : {}),
  };
};
