import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { BackupError } from './backup-error.ts';
import { writeMember } from './members.ts';

/** Raised when an older version could not read a backup. */
const format = 1;

const Count = Type.Integer({ minimum: 0 });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]*$' });
/** Relative, with plain segments: none leads out of the folder. */
const MemberPath = Type.String({ pattern: '^(?!(.*/)?\\.{1,2}(/|$))[^/\\\\\\0]+(/[^/\\\\\\0]+)*$' });

const Manifest = Type.Object({
  format: Type.Integer(),
  createdAt: Type.String(),
  engine: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Digest }), { minItems: 1 }),
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name), rows: Count })),
  /** The last number of each sequence; null if it has given out none. */
  sequences: Type.Array(
    Type.Object({ name: Name, last: Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Null()]) }),
  ),
  /** Of the secrets of the installation: none of their values can be told from it. */
  secrets: Type.Object({
    salt: Type.String(),
    fingerprints: Type.Record(Type.String(), Type.String()),
  }),
  /** Whether the areas of AREAS_STORE are part of the backup. */
  hasAreas: Type.Boolean(),
  /** Ids of files that were deleted while the backup was made, or were missing before. */
  missingFiles: Type.Array(Type.String()),
  members: Type.Array(Type.Object({ path: MemberPath, bytes: Count, sha256: Digest })),
});
export type Manifest = Static<typeof Manifest>;
export type Member = Manifest['members'][number];

const manifestName = 'manifest.json';
const checksumName = 'manifest.sha256';

export const tableMember = (table: string): string => `tables/${table}.copy`;
export const fileMember = (key: string): string => `files/${key}`;
export const areaMember = (key: string): string => `areas/${key}`;

/** The keys of members below a folder of the backup. */
export const listKeys = ({ members }: Manifest, folder: 'files' | 'areas'): string[] =>
  members.flatMap(({ path: at }) => (at.startsWith(`${folder}/`) ? [at.slice(folder.length + 1)] : []));

export const writeManifest = async (folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> => {
  const text = `${JSON.stringify({ format, ...manifest }, undefined, 1)}\n`;
  const { sha256 } = await writeMember(folder, manifestName, [Buffer.from(text)]);
  await writeMember(folder, checksumName, [Buffer.from(`${sha256}\n`)]);
};

const read = async (folder: string, name: string): Promise<string> => {
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new BackupError(`${folder} is no complete backup: it has no ${name}.`);
    throw error;
  }
};

/** Throws BackupError for a folder that is no backup, or one whose list of contents was changed. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await read(folder, manifestName);
  const expected = (await read(folder, checksumName)).trim();
  if (createHash('sha256').update(text).digest('hex') !== expected)
    throw new BackupError(`The backup is damaged: ${manifestName} was changed.`);
  const manifest: unknown = JSON.parse(text);
  const found = (manifest as { format?: unknown }).format;
  if (found !== format)
    throw new BackupError(
      `The backup has format ${String(found)}; this version of the product reads format ${format}.`,
    );
  if (!Value.Check(Manifest, manifest)) throw new BackupError(`${manifestName} is not valid.`);
  return manifest;
};
