import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from './import-error.ts';

const startsWith = (bytes: Uint8Array, ...magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte);

const firstBytes = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const refuseOther = (bytes: Uint8Array): void => {
  if (startsWith(bytes, 0x50, 0x4b))
    throw new ImportError('The file is a workbook or a zip archive. Save it as CSV, or unpack it.');
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff))
    throw new ImportError('The file is in UTF-16. Save it in UTF-8.');
};

const compressed = async function* (source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* source.pipe(createGunzip());
  } catch (error) {
    throw new ImportError(`The file cannot be unpacked: ${(error as Error).message}.`);
  }
};

/**
 * The text of a file in UTF-8, plain or gzipped, whatever its name says; a byte order mark is left out.
 * `onBytes` hears how much of the file has been read.
 * @throws ImportError for a file of another kind, or with bytes that are not UTF-8.
 */
export const decodeText = async function* (
  file: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const head = await firstBytes(file);
  refuseOther(head);
  const source = createReadStream(file);
  let bytes = 0;
  source.on('data', (chunk) => onBytes((bytes += chunk.length)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of startsWith(head, 0x1f, 0x8b) ? compressed(source) : source) {
      yield decoder.decode(chunk as Uint8Array, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new ImportError('The file is not in UTF-8. Save it in UTF-8.') : error;
  } finally {
    source.destroy();
  }
};
