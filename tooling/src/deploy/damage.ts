import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { integrityOf } from '../integrity.ts';

/** Reads a file of a version by its path there; undefined when it is missing. */
export type ReadFile = (file: string) => Promise<Buffer | undefined>;

/** The forms that a host sends in place of a file, to browsers that take them. */
const compressed = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

const isSame = async (bytes: Buffer | Promise<Buffer>, integrity: string): Promise<boolean> => {
  try {
    return integrityOf(await bytes) === integrity;
  } catch {
    return false;
  }
};

const formsDamaged = async (file: string, integrity: string, read: ReadFile): Promise<string[]> => {
  const found: string[] = [];
  for (const [ending, decompress] of Object.entries(compressed)) {
    const bytes = await read(file + ending);
    if (bytes && !(await isSame(decompress(bytes), integrity)))
      found.push(`${file}${ending} is not that file`);
  }
  return found;
};

const damageOf = async (file: string, integrity: string, read: ReadFile): Promise<string[]> => {
  const bytes = await read(file);
  if (!bytes) return [`${file} is missing`];
  if (!(await isSame(bytes, integrity))) return [`${file} is not as it was built`];
  return formsDamaged(file, integrity, read);
};

/** What a browser would not take of the files of a version, in words. `integrity` is of every script and style. */
export const damageIn = async (
  integrity: Readonly<Record<string, string>>,
  read: ReadFile,
): Promise<string[]> => {
  const files = Object.entries(integrity);
  return (await Promise.all(files.map(([file, hash]) => damageOf(file, hash, read)))).flat();
};
