import { uploadChunkBytes } from '@readerlens/contract';

/** Content that is the same in each run and has no repetitions. */
export const createContent = (size: number, seed: number): Buffer => {
  const content = Buffer.alloc(size);
  let state = seed;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    content[at] = state >>> 24;
  }
  return content;
};

/** Three chunks. */
export const uploadContent = createContent(2 * uploadChunkBytes + 1234, 7);

export const chunkAt = (index: number, content = uploadContent): Buffer =>
  content.subarray(index * uploadChunkBytes, (index + 1) * uploadChunkBytes);

export const boundary = 'x-boundary';

/** A multipart body: text fields, then files. */
export const formBody = (
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly field: string; readonly name: string; readonly content: Uint8Array }[] = [],
): Buffer => {
  const part = (head: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    ...Object.entries(fields).map(([name, text]) => part(`name="${name}"`, Buffer.from(text))),
    ...files.map(({ field, name, content }) => part(`name="${field}"; filename="${name}"`, content)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
};
