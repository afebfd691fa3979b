import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error.ts';

export interface WrittenMember {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Readable by its owner only. */
const fileMode = 0o600;
export const folderMode = 0o700;

export const memberFile = (folder: string, member: string): string => path.join(folder, ...member.split('/'));

/** Writes a file of the backup to the disk, and measures what it writes. */
export const writeMember = async (folder: string, member: string, chunks: Chunks): Promise<WrittenMember> => {
  const file = memberFile(folder, member);
  await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'wx', fileMode);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { path: member, bytes, sha256: hash.digest('hex') };
};

/** The content of a file of the backup. */
export const readMember = (folder: string, member: string) =>
  createReadStream(memberFile(folder, member), { highWaterMark: 1 << 20 });

const measureFile = async (folder: string, member: string) => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of readMember(folder, member)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
};

/** Throws BackupError unless every file is there as it was written. */
export const verifyMembers = async (
  folder: string,
  members: readonly WrittenMember[],
  signal: AbortSignal,
): Promise<void> => {
  for (const { path: member, sha256 } of members) {
    signal.throwIfAborted();
    const found = await measureFile(folder, member);
    if (found === sha256) continue;
    const what = found === undefined ? 'is missing' : 'was changed';
    throw new BackupError(`The backup is damaged: ${member} ${what}. Nothing was restored.`);
  }
};

const lineEnd = 10;

/** Pieces that each end where a line does. */
export async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(lineEnd) + 1;
    if (end > 0) yield new Uint8Array(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield new Uint8Array(rest);
}

/** Passes chunks on, and counts the lines in them. */
export const countLines = (chunks: AsyncIterable<Uint8Array>) => {
  let lines = 0;
  return {
    lines: () => lines,
    chunks: (async function* count() {
      for await (const chunk of chunks) {
        for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
        yield chunk;
      }
    })(),
  };
};

/** Passes chunks on, until the signal to stop. Throws its reason. */
export async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
