import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from './import-error.ts';

const startsWith = (bytes: Uint8Array, ...magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder.',
  EACCES: 'Permission denied.',
};

const unreadable = (file: string, error: unknown): ImportError => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new ImportError(`The file ${file} cannot be read. ${reasons[code] ?? message}`);
};

const inspect = async (file: string): Promise<{ head: Uint8Array; size: number }> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
};

export interface OpenFile {
  /** Size on disk; of a gzipped file, the compressed size. */
  readonly totalBytes: number;
  /** Bytes of `totalBytes` read so far. */
  readonly bytesRead: () => number;
  readonly chunks: AsyncIterable<Buffer>;
  readonly close: () => void;
}

const rejectOtherFormats = (head: Uint8Array): void => {
  if (startsWith(head, 0x50, 0x4b)) {
    throw new ImportError('The file is a workbook or a zip archive. Save it as CSV, or unpack it first.');
  }
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) {
    throw new ImportError('The file is in UTF-16. Save it in UTF-8.');
  }
};

/** Opens a file, plain or gzipped, regardless of its name. @throws ImportError, also while it is read */
export const openBytes = async (file: string): Promise<OpenFile> => {
  const { head, size } = await inspect(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  rejectOtherFormats(head);
  const source = createReadStream(file, { highWaterMark: 1 << 18 });
  const isGzipped = startsWith(head, 0x1f, 0x8b);
  // Without a callback the pipeline would throw; the reader of `content` gets the error.
  const content = isGzipped
    ? pipeline(source, createGunzip({ chunkSize: 1 << 18 }), () => undefined)
    : source;
  const chunks = async function* () {
    try {
      for await (const chunk of content) yield chunk as Buffer;
    } catch (error) {
      if (!isGzipped) throw unreadable(file, error);
      throw new ImportError(
        `The gzipped file ${file} is damaged or incomplete: ${(error as Error).message}.`,
      );
    }
  };
  return {
    totalBytes: size,
    bytesRead: () => source.bytesRead,
    chunks: chunks(),
    close: () => source.destroy(),
  };
};
