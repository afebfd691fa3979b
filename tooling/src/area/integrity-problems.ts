import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { computeIntegrity } from '../integrity.ts';

/** Reads a file of a version by its path in the version's folder; undefined if it is missing. */
export type ReadFile = (file: string) => Promise<Buffer | undefined>;

/** Compressed copies that the host sends to browsers that accept them. */
const decompressors = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };
/** Far more than any file has, so that a small copy cannot fill the memory. */
const maxOutputLength = 100_000_000;

const matches = async (bytes: Buffer | Promise<Buffer>, integrity: string): Promise<boolean> => {
  try {
    return computeIntegrity(await bytes) === integrity;
  } catch {
    return false;
  }
};

const problemsOfCompressedCopies = async (
  file: string,
  integrity: string,
  read: ReadFile,
): Promise<string[]> => {
  const problems: string[] = [];
  for (const [ending, decompress] of Object.entries(decompressors)) {
    const bytes = await read(file + ending);
    if (bytes && !(await matches(decompress(bytes, { maxOutputLength }), integrity)))
      problems.push(`${file}${ending} is not a copy of ${file}`);
  }
  return problems;
};

const problemsOfFile = async (file: string, integrity: string, read: ReadFile): Promise<string[]> => {
  const bytes = await read(file);
  if (!bytes) return [`${file} is missing`];
  if (!(await matches(bytes, integrity))) return [`${file} differs from the build`];
  return problemsOfCompressedCopies(file, integrity, read);
};

/** Describes the files of a version that browsers would reject. `integrity` has the hash of every script and style. */
export const integrityProblems = async (
  integrity: Readonly<Record<string, string>>,
  read: ReadFile,
): Promise<string[]> => {
  const files = Object.entries(integrity);
  return (await Promise.all(files.map(([file, hash]) => problemsOfFile(file, hash, read)))).flat();
};
