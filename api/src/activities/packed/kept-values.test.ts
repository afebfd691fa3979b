import { createKeptValues } from './kept-values.ts';
import { packedValues } from './packed-statement.ts';
import { countColumns, decodeColumns } from './packed-rows.ts';
import type { PackedRows } from './packed-rows.ts';

/** Rows whose readers and documents are all different; 36 bytes each. */
const pack = (size: number) => {
  const ids = Buffer.alloc(size * 8);
  for (let row = 0; row < size; row += 1) {
    ids.writeInt32BE(row + 1, row * 8);
    ids.writeInt32BE(row + 1, row * 8 + 4);
  }
  const empty = () => new Uint8Array(size * 8);
  return {
    ids: Uint8Array.from(ids),
    instants: empty(),
    firstCodes: empty(),
    secondCodes: empty(),
    organisations: new Uint8Array(size * 4),
    clients: new Uint8Array(),
    sizes: new Uint8Array(),
  };
};

describe('rows that are kept', () => {
  const size = 1000;
  const packedBytes = 36 * size;
  const create = (mostBytes: number) => {
    let bytes = 0;
    const cache = createKeptValues<PackedRows>(mostBytes, (more) => {
      bytes += more;
    });
    const keep = (text: string, rows = size) =>
      cache.keep({ text, version: 'v' }, 36 * rows, (onGrow) =>
        countColumns(decodeColumns(pack(rows), new Set(packedValues)), onGrow),
      );
    const kept = () => ['a', 'b', 'c'].filter((text) => cache.find(text) !== undefined);
    return { cache, keep, kept, countBytes: () => bytes };
  };

  it('are dropped in the order of their last use', () => {
    const { cache, keep, kept, countBytes } = create(2.5 * packedBytes);
    keep('a');
    keep('b');
    cache.find('a');
    keep('c');
    expect(kept()).toEqual(['a', 'c']);
    expect(countBytes()).toBeGreaterThan(2 * packedBytes);
    expect(countBytes()).toBeLessThan(2.5 * packedBytes);
  });

  it('count with what counting them keeps', () => {
    const { keep, kept, countBytes } = create(2.75 * packedBytes);
    const first = keep('a');
    const second = keep('b');
    const before = countBytes();
    expect(second.countReaders()).toBe(size);
    // A number and a value of each.
    expect(countBytes() - before).toBe(8 * size);
    second.countReaders();
    expect(countBytes() - before).toBe(8 * size);
    second.countByDocument();
    expect(kept()).toEqual(['b']);
    // They have left, and can be counted nevertheless.
    const alone = countBytes();
    expect(first.countDocuments()).toBe(size);
    expect(countBytes()).toBe(alone);
  });

  it('are not kept if they are larger than the limit, and count once for the same statement', () => {
    const { cache, keep, kept, countBytes } = create(packedBytes);
    expect(keep('a').size).toBe(size);
    expect(kept()).toEqual([]);
    expect(countBytes()).toBe(0);
    const other = create(10 * packedBytes);
    other.keep('a');
    const once = other.countBytes();
    other.keep('a');
    expect(other.countBytes()).toBe(once);
    const found = other.cache.find('a');
    other.keep('a');
    // Newer rows have taken the place.
    if (found) other.cache.drop(found);
    expect(other.kept()).toEqual(['a']);
    expect(cache.find('a')).toBeUndefined();
  });

  it('have a size even if they are empty', () => {
    const { cache, keep, countBytes } = create(packedBytes);
    for (let count = 0; count < 1000; count += 1) keep(String(count), 0);
    expect(countBytes()).toBeLessThanOrEqual(packedBytes);
    expect(cache.find('0')).toBeUndefined();
    expect(cache.find('999')).toBeDefined();
  });
});
