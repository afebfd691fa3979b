import { missingCode, packedCodes } from './packed-statement.ts';
import type { Bytes, PackedCode, PackedFields } from './packed-statement.ts';
import { countCodes, countMembers, countRows, numberCodes, numberIds } from './numbering.ts';
import type { GroupCounts } from './numbering.ts';

/** A code of the rows with its count; null is a missing value. */
export interface CountedCode {
  readonly code: number | null;
  readonly count: number;
}

/** A month by its index, with a sequence and the count of both together. */
export interface CountedMonth {
  readonly month: number;
  readonly sequence: number;
  readonly count: number;
}

export interface CountedDocument {
  readonly id: number;
  readonly engagements: number;
  readonly readers: number;
}

export interface ListedDocument {
  readonly id: number;
  /** The smallest of the communities of its activities. */
  readonly community: number;
}

const epoch2000 = Date.UTC(2000, 0, 1);

/** Microseconds since 2000, as PostgreSQL stores instants. Exact within the years that have four digits. */
const toMicros = (instant: string): number => (Date.parse(instant) - epoch2000) * 1000;

/** PostgreSQL sends the most significant byte first. */
const readInt32 = (bytes: Bytes): Int32Array => {
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap32();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
};

const readInt16 = (bytes: Bytes): Int16Array => {
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap16();
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
};

const hasNegative = (lanes: Int16Array | Int32Array): boolean => {
  const words = new Int32Array(lanes.buffer, lanes.byteOffset, lanes.byteLength / 4);
  let all = 0;
  for (const word of words) all |= word;
  return lanes.BYTES_PER_ELEMENT === 4 ? all < 0 : (all & 0x8000_8000) !== 0;
};

/**
 * A sum of values, each times a power of its width, has the values as its lanes. A negative value takes one from the lane
 * before it, which gets it back here. From the last lane to the first.
 */
const giveBack = <Lanes extends Int16Array | Int32Array>(lanes: Lanes, perRow: number): Lanes => {
  if (!hasNegative(lanes)) return lanes;
  for (let end = perRow - 1; end < lanes.length; end += perRow)
    for (let lane = end; lane > end - perRow + 1; lane -= 1)
      if ((lanes[lane] as number) < 0) lanes[lane - 1] = (lanes[lane - 1] as number) + 1;
  return lanes;
};

/** The index of the last start that is not after a value; starts ascend, and the first is not after any value. */
const findLast = (starts: Float64Array, value: number): number => {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
};

/** Arrays by name. One alone would have numbers as its parts. */
type Arrays<Names> = { readonly [Name in keyof Names]: ArrayBufferView };

/** In each of the two fields of codes. */
const codesPerRow = 4;
const largestCode = 32_767;

const sumBytes = <Names>(arrays: Arrays<Names>): number =>
  Object.values<ArrayBufferView>(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);

/** The selected activities, read once for all figures that count them. */
export interface PackedRows {
  readonly size: number;
  readonly countReaders: () => number;
  readonly countDocuments: () => number;
  /** Activities by a code. */
  readonly countByCode: (code: PackedCode) => CountedCode[];
  readonly countReadersByCode: (code: PackedCode) => CountedCode[];
  /** Activities by month and sequence; `starts` are the first instants of the months. */
  readonly countByMonth: (starts: readonly string[]) => CountedMonth[];
  readonly countReadersByMonth: (starts: readonly string[]) => CountedMonth[];
  /** In no order. */
  readonly countByDocument: () => CountedDocument[];
  /** In no order. */
  readonly listDocuments: () => ListedDocument[];
}

const numberMonths = (instants: Int32Array, starts: readonly string[]): Uint32Array => {
  const micros = Float64Array.from(starts, toMicros);
  const months = new Uint32Array(instants.length / 2);
  // Neighbours are mostly of the same month.
  let month = 0;
  let from = Infinity;
  let before = -Infinity;
  for (let row = 0; row < months.length; row += 1) {
    const at = (instants[row * 2] as number) * 2 ** 32 + ((instants[row * 2 + 1] as number) >>> 0);
    if (at < from || at >= before) {
      month = findLast(micros, at);
      from = micros[month] as number;
      before = micros[month + 1] ?? Infinity;
    }
    months[row] = month;
  }
  return months;
};

const asMissing = ({ code, count }: { readonly code: number; readonly count: number }): CountedCode => ({
  code: code === missingCode ? null : code,
  count,
});

/** Counts rows. What several figures need is kept, and its size given to `onKeep`. */
export const unpackRows = (fields: PackedFields, onKeep: (bytes: number) => void = () => {}): PackedRows => {
  const once = <Value extends Arrays<Value>>(compute: () => Value): (() => Value) => {
    let value: Value | undefined;
    return () => {
      if (value) return value;
      value = compute();
      onKeep(sumBytes(value));
      return value;
    };
  };
  const ids = giveBack(readInt32(fields.ids), 2);
  const codes = [fields.firstCodes, fields.secondCodes].map((bytes) =>
    giveBack(readInt16(bytes), codesPerRow),
  );
  const instants = readInt32(fields.instants);
  const size = ids.length / 2;
  const readers = once(() => numberIds({ rows: ids, lanes: 2, lane: 0 }));
  const documents = once(() => numberIds({ rows: ids, lanes: 2, lane: 1 }));
  const findCode = (code: PackedCode) => {
    const { part, lane } = packedCodes[code];
    return { rows: codes[part] as Int16Array, lane };
  };
  const communities = once(() => {
    const { numbers, values } = documents();
    const { rows, lane } = findCode('community_id');
    const least = new Int16Array(values.length).fill(largestCode);
    for (let row = 0, at = lane; row < size; row += 1, at += codesPerRow) {
      const number = numbers[row] as number;
      const code = rows[at] as number;
      if (code < (least[number] as number)) least[number] = code;
    }
    return { least };
  });
  const byDocument = once(() => countMembers(documents().numbers, documents().values.length, readers()));

  const sequences = once(() => numberCodes(findCode('sequence')));

  /** Each selection has one list of months. */
  let months: { readonly starts: readonly string[]; readonly numbers: Uint32Array } | undefined;
  const findMonths = (starts: readonly string[]): Uint32Array => {
    const isKnown = months?.starts.length === starts.length && months.starts[0] === starts[0];
    if (!months || !isKnown) {
      const before = months?.numbers.byteLength ?? 0;
      months = { starts, numbers: numberMonths(instants, starts) };
      onKeep(months.numbers.byteLength - before);
    }
    return months.numbers;
  };

  const countMonths = (
    starts: readonly string[],
    count: (groups: Uint32Array, groupCount: number) => Uint32Array,
  ): CountedMonth[] => {
    const { numbers, values } = sequences();
    const monthNumbers = findMonths(starts);
    const groups = new Uint32Array(size);
    for (let row = 0; row < size; row += 1)
      groups[row] = (monthNumbers[row] as number) * values.length + (numbers[row] as number);
    return Array.from(count(groups, starts.length * values.length), (counted, group) => ({
      month: Math.floor(group / values.length),
      sequence: values[group % values.length] as number,
      count: counted,
    })).filter((counted) => counted.count > 0);
  };

  return {
    size,
    countReaders: () => readers().values.length,
    countDocuments: () => documents().values.length,
    countByCode: (code) => countCodes(findCode(code)).map(asMissing),
    countReadersByCode(code) {
      const { numbers, values } = numberCodes(findCode(code));
      const { members } = countMembers(numbers, values.length, readers());
      return Array.from(values, (value, number) =>
        asMissing({ code: value, count: members[number] as number }),
      );
    },
    countByMonth: (starts) => countMonths(starts, countRows),
    countReadersByMonth: (starts) =>
      countMonths(starts, (groups, count) => countMembers(groups, count, readers()).members),
    countByDocument() {
      const { rows, members }: GroupCounts = byDocument();
      return Array.from(documents().values, (id, number) => ({
        id,
        engagements: rows[number] as number,
        readers: members[number] as number,
      }));
    },
    listDocuments: () =>
      Array.from(documents().values, (id, number) => ({
        id,
        community: communities().least[number] as number,
      })),
  };
};
