import { longestRecord, textLines, undecodable } from './text-lines.ts';

const readLines = async (...chunks: (string | Buffer)[]) => {
  async function* source() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines = [];
  for await (const group of textLines(source())) lines.push(...group);
  return lines;
};

const texts = async (...chunks: (string | Buffer)[]) => (await readLines(...chunks)).map(({ text }) => text);

describe('lines of a file', () => {
  it.each([
    ['LF', 'a\nb\n'],
    ['LF without a last one', 'a\nb'],
    ['CRLF', 'a\r\nb\r\n'],
    ['CR', 'a\rb'],
    ['a byte order mark', '\uFEFFa\nb'],
  ])('end with %s', async (_, content) => {
    expect(await texts(content)).toEqual(['a', 'b']);
  });

  it('do not depend on the chunks', async () => {
    const content = Buffer.from('\uFEFFé,ü\r\n\r\n日本\nlast');
    for (let size = 1; size <= content.length; size += 1) {
      const chunks = [];
      for (let at = 0; at < content.length; at += size) chunks.push(content.subarray(at, at + size));
      expect(await texts(...chunks)).toEqual(['é,ü', '', '日本', 'last']);
    }
  });

  it('have a number, and marks for bytes that are not UTF-8', async () => {
    const lines = await readLines(
      Buffer.concat([Buffer.from('a\n'), Buffer.from([0x41, 0xe9, 10]), Buffer.from('c')]),
    );
    expect(lines.map(({ number, text }) => [number, text])).toEqual([
      [1, 'a'],
      [2, `A${undecodable}`],
      [3, 'c'],
    ]);
  });

  it('are dropped when they are too long', async () => {
    const part = 'x'.repeat(longestRecord / 2);
    const lines = await readLines('a\n', part, part, part, '\nlast');
    expect(lines.map(({ number, text, problem }) => [number, text, problem])).toEqual([
      [1, 'a', undefined],
      [2, '', 'The line is longer than 1048576 bytes.'],
      [3, 'last', undefined],
    ]);
  });
});
