import { isActiveContent, servedMediaType, sniffMediaType } from './media-type.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('sniffMediaType', () => {
  it.each<[string, Uint8Array, string]>([
    ['a PNG', png, 'image/png'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
    ['plain text', Buffer.from('a < b, and b > c'), 'text/plain'],
    ['text that ends in the middle of a character', Buffer.from('Größe').subarray(0, 3), 'text/plain'],
    ['an empty file', Buffer.alloc(0), 'text/plain'],
    ['unknown bytes', Buffer.from([1, 2, 3, 255]), 'application/octet-stream'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['an SVG after a prolog', Buffer.from('<?xml version="1.0"?>\n<!-- logo -->\n<svg/>'), 'image/svg+xml'],
    ['an SVG in UTF-16', Buffer.from('\ufeff<svg onload="run()"/>', 'utf16le'), 'image/svg+xml'],
    ['an HTML page', Buffer.from('<!doctype html><title>x</title>'), 'text/html'],
    ['HTML after other text', Buffer.from('hello <script>run()</script>'), 'text/html'],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>'), 'application/xml'],
  ])('recognizes %s', async (_, content, expected) => {
    expect(await sniffMediaType(content)).toBe(expected);
  });
});

describe('servedMediaType', () => {
  it.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/xml', 'text/javascript'])(
    'serves %s as binary',
    (type) => {
      expect([isActiveContent(type), servedMediaType(type)]).toEqual([true, 'application/octet-stream']);
    },
  );

  it.each([
    'image/png',
    'application/pdf',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])('serves %s unchanged', (type) => {
    expect([isActiveContent(type), servedMediaType(type)]).toEqual([false, type]);
  });
});
