import { unpackRows } from './packed-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import type { PackedFields } from './packed-statement.ts';

/** Rows of a selection, and the version of the data that they were read from. */
export interface KeptRows {
  readonly text: string;
  readonly version: string;
  readonly rows: PackedRows;
}

export interface PackedCache {
  find(text: string): KeptRows | undefined;
  keep(text: string, version: string, fields: PackedFields): PackedRows;
  drop(kept: KeptRows): void;
}

/** Objects and functions around the arrays of a selection, so that empty ones count as well. */
const baseBytes = 4096;

/** Keeps rows by the text of their statement. Drops the least recently used beyond `mostBytes`. */
export const createPackedCache = (
  mostBytes: number,
  onBytes: (more: number) => void = () => {},
): PackedCache => {
  /** In the order of use. */
  const all = new Map<string, KeptRows & { bytes: number }>();
  let total = 0;

  const add = (bytes: number) => {
    total += bytes;
    onBytes(bytes);
  };
  const remove = (text: string) => {
    const kept = all.get(text);
    if (!kept) return;
    all.delete(text);
    add(-kept.bytes);
  };
  const shrink = () => {
    for (const text of all.keys()) {
      if (total <= mostBytes) return;
      remove(text);
    }
  };

  return {
    find(text) {
      const kept = all.get(text);
      if (!kept) return undefined;
      all.delete(text);
      all.set(text, kept);
      return kept;
    },
    keep(text, version, fields) {
      const bytes = Object.values(fields).reduce((sum, field: Uint8Array) => sum + field.byteLength, 0);
      // What counting keeps is added when it is computed; by then, others may have taken the place.
      const rows = unpackRows(fields, (more) => {
        if (all.get(text) !== kept) return;
        kept.bytes += more;
        add(more);
        shrink();
      });
      const kept = { text, version, rows, bytes: bytes + text.length + baseBytes };
      remove(text);
      all.set(text, kept);
      add(kept.bytes);
      shrink();
      return rows;
    },
    drop(kept) {
      if (all.get(kept.text) === kept) remove(kept.text);
    },
  };
};
