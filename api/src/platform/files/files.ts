import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { interruptedUploadHours } from '../../deadlines.ts';
import type { Database, Schema, StoredFileTable } from '../db/index.ts';
import { secondsAfter } from '../time.ts';
import { sniffMediaType, sniffedBytes } from './media-type.ts';
import type { ObjectStore } from './object-store.ts';

/** The owner of a file: a kind, such as 'report', and an id within that kind. */
export interface FileOwner {
  readonly kind: string;
  readonly id: string;
}

export interface NewFile {
  /** File name for downloads; never part of a path. */
  readonly name: string;
  readonly owner: FileOwner;
  /** Omitted for a file that does not belong to a single client. */
  readonly clientId?: number;
  /** For files that the product writes. Omitted for uploads, whose type is detected from their content. */
  readonly mediaType?: string;
  /** From then on, the file cannot be opened, and `deleteExpired` deletes it. Without it, the file does not expire. */
  readonly expiresAt?: Date;
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly owner: FileOwner;
  readonly clientId: number | null;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export interface Files {
  /**
   * Stores a file completely or not at all. It is not part of the caller's transaction: a caller that fails afterwards
   * must delete the file, unless it expires.
   */
  put(file: NewFile, content: Uint8Array | Readable): Promise<StoredFile>;
  stat(id: string): Promise<StoredFile | undefined>;
  open(id: string): Promise<{ file: StoredFile; body: Readable } | undefined>;
  /**
   * Changes when the files of an owner expire; null keeps them. With a transaction, only if that commits: a file that is
   * stored for a change can expire until the change is.
   */
  setExpiry(owner: FileOwner, expiresAt: Date | null, trx?: Transaction<Schema>): Promise<void>;
  /** Succeeds if the file does not exist. */
  delete(id: string): Promise<void>;
  /**
   * Deletes expired files and remains of interrupted uploads, at most `limit`. Returns their number. Safe to call in
   * several processes at once.
   */
  deleteExpired(options?: { now?: Date; limit?: number }): Promise<number>;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The first two characters as a folder, to keep folders small. */
export const buildFileKey = (id: string) => `${id.slice(0, 2)}/${id}`;

/**
 * Replaces unpaired surrogates, which cannot be encoded, and characters that are special in headers and paths. Removes marks
 * of direction, which can make the end of a name look like another one.
 */
export const safeFileName = (name: string): string =>
  name
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\p{Cc}/\\]/gu, '_')
    .trim()
    .slice(0, 200) || 'file';

const toStoredFile = (row: Selectable<StoredFileTable>): StoredFile => ({
  id: row.id,
  name: row.name,
  owner: { kind: row.owner_kind, id: row.owner_id },
  clientId: row.client_id,
  mediaType: row.media_type ?? '',
  size: row.size ?? 0,
  checksum: row.checksum ?? '',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Passes content through, and computes its size, checksum and media type. */
const measured = (content: Uint8Array | Readable) => {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  async function* chunks() {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      // Not copied if it is a buffer: large uploads would take twice the memory until it is collected.
      const chunk = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as Uint8Array | string);
      if (size < sniffedBytes) head.push(chunk.subarray(0, sniffedBytes - size));
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    stream: Readable.from(chunks(), { objectMode: false }),
    /** Call it after the end of the stream. */
    result: async (mediaType = '') => ({
      size,
      checksum: hash.digest('hex'),
      media_type: mediaType || (await sniffMediaType(Buffer.concat(head))),
    }),
  };
};

/** Files with a row in `stored_file` and their content in `objects`, under keys derived from their ids. */
export const createFiles = ({ kysely }: Database, objects: ObjectStore): Files => {
  const remove = async (id: string) => {
    // Delete the content first: without its row, it could not be found again.
    await objects.delete(buildFileKey(id));
    await kysely.deleteFrom('stored_file').where('id', '=', id).execute();
  };

  const begin = async (id: string, { name, owner, clientId, expiresAt }: NewFile) => {
    await kysely
      .insertInto('stored_file')
      .values({
        id,
        name: safeFileName(name),
        owner_kind: owner.kind,
        owner_id: owner.id,
        client_id: clientId ?? null,
        expires_at: expiresAt ?? null,
      })
      .execute();
  };

  const stat = async (id: string): Promise<StoredFile | undefined> => {
    if (!isId(id)) return undefined;
    const row = await kysely
      .selectFrom('stored_file')
      .selectAll()
      .where('id', '=', id)
      .where('stored_at', 'is not', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
      .executeTakeFirst();
    return row && toStoredFile(row);
  };

  return {
    async put(file, content) {
      const id = randomUUID();
      await begin(id, file);
      const { stream, result } = measured(content);
      try {
        await objects.put(buildFileKey(id), stream);
      } catch (error) {
        stream.destroy();
        // If this fails, `deleteExpired` deletes the rest.
        await remove(id).catch(() => undefined);
        throw error;
      }
      const row = await kysely
        .updateTable('stored_file')
        .set({ ...(await result(file.mediaType)), stored_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toStoredFile(row);
    },
    stat,
    async open(id) {
      const file = await stat(id);
      const object = file && (await objects.open(buildFileKey(id)));
      return object && { file, body: object.body };
    },
    async setExpiry({ kind, id }, expiresAt, trx) {
      await (trx ?? kysely)
        .updateTable('stored_file')
        .set({ expires_at: expiresAt })
        .where('owner_kind', '=', kind)
        .where('owner_id', '=', id)
        .execute();
    },
    async delete(id) {
      if (isId(id)) await remove(id);
    },
    async deleteExpired({ now = new Date(), limit = 500 } = {}) {
      const rows = await kysely
        .selectFrom('stored_file')
        .select('id')
        .where((where) =>
          where.or([
            where('expires_at', '<=', now),
            where.and([
              where('stored_at', 'is', null),
              where('created_at', '<', secondsAfter(now, -3600 * interruptedUploadHours)),
            ]),
          ]),
        )
        .orderBy('created_at')
        .limit(limit)
        .execute();
      for (const { id } of rows) await remove(id);
      return rows.length;
    },
  };
};
