import { readInt16s, readInt32s } from './fields.ts';
import { formCodeFields, missingCode, missingOrganisation, optionalCodes } from './packed-statement.ts';
import type { Bytes, CodeField, PackedCode, PackedFields, PackedValue } from './packed-statement.ts';
import { countCodes, countMembers, countRows, numberCodes, numberIds } from './numbering.ts';
import type { GroupCounts, Numbering } from './numbering.ts';

/** A code of the rows with its count; null is a missing value. */
export interface CountedCode {
  readonly code: number | null;
  readonly count: number;
}

/** A part of the range by its index, with a sequence and the count of both together. */
export interface CountedBucket {
  readonly bucket: number;
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

export interface CountedOrganisation {
  /** null for activities without one. */
  readonly id: number | null;
  readonly engagements: number;
  readonly readers: number;
}

/** Readers in no order, each with a place in every column. */
export interface CountedReaders {
  readonly ids: Int32Array;
  readonly engagements: Int32Array | Uint32Array;
  readonly documents: Int32Array | Uint32Array;
  /** Of the latest activity, in microseconds since 2000. */
  readonly lastMicros: Float64Array;
}

/** An organization that has documents in common with another. */
export interface SharingOrganisation {
  readonly id: number;
  readonly engagements: number;
  readonly documents: number;
  readonly shared: number;
}

export interface SharedDocuments {
  /** The number of documents of the organization itself. */
  readonly own: number;
  /** In no order. */
  readonly others: SharingOrganisation[];
}

const epoch2000 = Date.UTC(2000, 0, 1);

/** Microseconds since 2000, as PostgreSQL stores instants. Exact within the years that have four digits. */
export const toMicros = (instant: string): number => (Date.parse(instant) - epoch2000) * 1000;

const hasNegative = (lanes: Int16Array | Int32Array): boolean => {
  const words = new Int32Array(lanes.buffer, lanes.byteOffset, lanes.byteLength / 4);
  let all = 0;
  // An iterator takes ten times as long until it is compiled.
  for (let at = 0; at < words.length; at += 1) all |= words[at] as number;
  return lanes.BYTES_PER_ELEMENT === 4 ? all < 0 : (all & 0x8000_8000) !== 0;
};

/**
 * A sum of values, each times a power of its width, has the values as its lanes. If those after a lane are negative together, they take
 * one from it, which it gets back here. From the last lane to the first.
 */
const giveBack = <Lanes extends Int16Array | Int32Array>(lanes: Lanes, perRow: number): Lanes => {
  if (!hasNegative(lanes)) return lanes;
  for (let end = perRow - 1; end < lanes.length; end += perRow) {
    let isTaken = false;
    for (let lane = end; lane > end - perRow + 1; lane -= 1) {
      const value = lanes[lane] as number;
      isTaken = value < 0 || (value === 0 && isTaken);
      if (isTaken) lanes[lane - 1] = (lanes[lane - 1] as number) + 1;
    }
  }
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

const largestCode = 32_767;

const sumBytes = <Names>(arrays: Arrays<Names>): number =>
  Object.values<ArrayBufferView>(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);

/** The selected activities, read once for all figures that count them. */
export interface PackedRows {
  readonly columns: PackedColumns;
  readonly size: number;
  readonly countReaders: () => number;
  readonly countDocuments: () => number;
  /** Activities by a code. */
  readonly countByCode: (code: PackedCode) => CountedCode[];
  readonly countReadersByCode: (code: PackedCode) => CountedCode[];
  /** Activities by time and sequence; `starts` are the first instants of months, weeks or days. */
  readonly countByTime: (starts: readonly string[]) => CountedBucket[];
  readonly countReadersByTime: (starts: readonly string[]) => CountedBucket[];
  /** In no order. */
  readonly countByDocument: () => CountedDocument[];
  /** In no order. */
  readonly countByOrganisation: () => CountedOrganisation[];
  readonly countByReader: () => CountedReaders;
  readonly countSharedDocuments: (organisationId: number) => SharedDocuments;
  /** In no order. */
  readonly listDocumentIds: () => number[];
  /** In no order. */
  readonly listDocuments: () => ListedDocument[];
}

export const readMicros = (instants: Int32Array, row: number): number =>
  (instants[row * 2] as number) * 2 ** 32 + ((instants[row * 2 + 1] as number) >>> 0);

const numberBuckets = (instants: Int32Array, starts: readonly string[]): Uint32Array => {
  const micros = Float64Array.from(starts, toMicros);
  const buckets = new Uint32Array(instants.length / 2);
  // Neighbours are mostly in the same bucket.
  let bucket = 0;
  let from = Infinity;
  let before = -Infinity;
  for (let row = 0; row < buckets.length; row += 1) {
    const at = readMicros(instants, row);
    if (at < from || at >= before) {
      bucket = findLast(micros, at);
      from = micros[bucket] as number;
      before = micros[bucket + 1] ?? Infinity;
    }
    buckets[row] = bucket;
  }
  return buckets;
};

const toCode = (name: PackedCode, code: number): number | null =>
  code === missingCode && optionalCodes.has(name) ? null : code;

/** The latest time of the rows of each group. */
const findLatest = ({ numbers, values }: Numbering, instants: Int32Array): Float64Array => {
  const latest = new Float64Array(values.length).fill(-Infinity);
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row] as number;
    const at = readMicros(instants, row);
    if (at > (latest[number] as number)) latest[number] = at;
  }
  return latest;
};

interface Pairs {
  readonly organisations: Numbering;
  readonly documents: Numbering;
}

/** The rows whose document has an activity of the organization with a number, and the number of such documents. */
const findShared = ({ organisations, documents }: Pairs, own: number) => {
  const isOwn = new Uint8Array(documents.values.length);
  for (let row = 0; row < organisations.numbers.length; row += 1)
    if (organisations.numbers[row] === own) isOwn[documents.numbers[row] as number] = 1;
  const groups = new Uint32Array(organisations.numbers.length);
  const numbers = new Uint32Array(groups.length);
  let size = 0;
  for (let row = 0; row < groups.length; row += 1) {
    const document = documents.numbers[row] as number;
    if (isOwn[document] === 0) continue;
    groups[size] = organisations.numbers[row] as number;
    numbers[size] = document;
    size += 1;
  }
  const { members } = countMembers(groups.subarray(0, size), organisations.values.length, {
    numbers,
    values: documents.values,
  });
  return { ownDocuments: isOwn.reduce((sum, value) => sum + value, 0), members };
};

/** The values of all selected activities, one after the other. */
export interface PackedColumns {
  /** What was read of each. The others are empty. */
  readonly values: ReadonlySet<PackedValue>;
  /** Reader and document of each. */
  readonly ids: Int32Array;
  readonly instants: Int32Array;
  /** Those of `formCodeFields`. */
  readonly codes: readonly Int16Array[];
  readonly organisations: Int32Array;
  /** The runs of activities of the same client, each with their number. Empty unless the selection is divided by client. */
  readonly runs: readonly ClientRun[];
}

export interface ClientRun {
  readonly client: number;
  readonly size: number;
}

const decodeCodes = ({ lanes }: CodeField, bytes: Bytes): Int16Array => {
  const codes = readInt16s(bytes);
  return lanes === 1 ? codes : giveBack(codes, lanes);
};

/** Changes the bytes of the fields. */
export const decodeColumns = (fields: PackedFields, values: ReadonlySet<PackedValue>): PackedColumns => {
  const sizes = readInt32s(fields.sizes);
  const bytesOfCodes = [fields.firstCodes, fields.secondCodes] as const;
  return {
    values,
    ids: giveBack(readInt32s(fields.ids), 2),
    instants: readInt32s(fields.instants),
    codes: formCodeFields(values).map((field, place) => decodeCodes(field, bytesOfCodes[place] as Bytes)),
    organisations: readInt32s(fields.organisations),
    runs: Array.from(readInt32s(fields.clients), (client, run) => ({ client, size: sizes[run] as number })),
  };
};

/** Where a code is that was read: at a lane of the lanes of each row. */
export const findLane = ({ codes: rows, values }: PackedColumns, code: PackedCode) => {
  const fields = formCodeFields(values);
  const place = fields.findIndex(({ codes }) => codes.includes(code));
  const { codes, lanes } = fields[place] as CodeField;
  return { rows: rows[place] as Int16Array, lanes, lane: lanes - codes.length + codes.indexOf(code) };
};

/** Counts rows. What several figures need is kept, and its size given to `onKeep`. */
export const countColumns = (
  columns: PackedColumns,
  onKeep: (bytes: number) => void = () => {},
): PackedRows => {
  const once = <Value extends Arrays<Value>>(compute: () => Value): (() => Value) => {
    let value: Value | undefined;
    return () => {
      if (value) return value;
      value = compute();
      onKeep(sumBytes(value));
      return value;
    };
  };
  const { ids } = columns;
  const requireValue = (value: PackedValue) => {
    if (!columns.values.has(value)) throw new Error(`The figure does not say that it counts ${value}.`);
  };
  const findInstants = () => {
    requireValue('occurred_at');
    return columns.instants;
  };
  const findOrganisations = () => {
    requireValue('organisation_id');
    return columns.organisations;
  };
  const size = ids.length / 2;
  const readers = once(() => numberIds({ rows: ids, lanes: 2, lane: 0 }));
  const documents = once(() => numberIds({ rows: ids, lanes: 2, lane: 1 }));
  const organisations = once(() => numberIds({ rows: findOrganisations(), lanes: 1, lane: 0 }));
  const findCode = (code: PackedCode) => {
    requireValue(code);
    return findLane(columns, code);
  };
  const communities = once(() => {
    const { numbers, values } = documents();
    const { rows, lanes, lane } = findCode('community_id');
    const least = new Int16Array(values.length).fill(largestCode);
    for (let row = 0, at = lane; row < size; row += 1, at += lanes) {
      const number = numbers[row] as number;
      const code = rows[at] as number;
      if (code < (least[number] as number)) least[number] = code;
    }
    return { least };
  });
  const byDocument = once(() => countMembers(documents().numbers, documents().values.length, readers()));

  const byOrganisation = once(() =>
    countMembers(organisations().numbers, organisations().values.length, readers()),
  );
  const byReader = once(() => ({
    ...countMembers(readers().numbers, readers().values.length, documents()),
    latest: findLatest(readers(), findInstants()),
  }));

  const sequences = once(() => numberCodes(findCode('sequence')));

  /** The list that was asked for last: most callers of a selection want the same. */
  let divided: { readonly starts: readonly string[]; readonly numbers: Uint32Array } | undefined;
  const findBuckets = (starts: readonly string[]): Uint32Array => {
    const isKnown =
      divided?.starts.length === starts.length &&
      divided.starts.every((start, number) => start === starts[number]);
    if (!divided || !isKnown) {
      const before = divided?.numbers.byteLength ?? 0;
      divided = { starts, numbers: numberBuckets(findInstants(), starts) };
      onKeep(divided.numbers.byteLength - before);
    }
    return divided.numbers;
  };

  const countBuckets = (
    starts: readonly string[],
    count: (groups: Uint32Array, groupCount: number) => Uint32Array,
  ): CountedBucket[] => {
    const { numbers, values } = sequences();
    const bucketNumbers = findBuckets(starts);
    const groups = new Uint32Array(size);
    for (let row = 0; row < size; row += 1)
      groups[row] = (bucketNumbers[row] as number) * values.length + (numbers[row] as number);
    return Array.from(count(groups, starts.length * values.length), (counted, group) => ({
      bucket: Math.floor(group / values.length),
      sequence: values[group % values.length] as number,
      count: counted,
    })).filter((counted) => counted.count > 0);
  };

  return {
    columns,
    size,
    countReaders: () => readers().values.length,
    countDocuments: () => documents().values.length,
    countByCode: (name) =>
      countCodes(findCode(name)).map(({ code, count }) => ({ code: toCode(name, code), count })),
    countReadersByCode(name) {
      const { numbers, values } = numberCodes(findCode(name));
      const { members } = countMembers(numbers, values.length, readers());
      return Array.from(values, (code, number) => ({
        code: toCode(name, code),
        count: members[number] as number,
      }));
    },
    countByTime: (starts) => countBuckets(starts, countRows),
    countReadersByTime: (starts) =>
      countBuckets(starts, (groups, count) => countMembers(groups, count, readers()).members),
    countByDocument() {
      const { rows, members }: GroupCounts = byDocument();
      return Array.from(documents().values, (id, number) => ({
        id,
        engagements: rows[number] as number,
        readers: members[number] as number,
      }));
    },
    countByOrganisation() {
      const { rows, members } = byOrganisation();
      return Array.from(organisations().values, (id, number) => ({
        id: id === missingOrganisation ? null : id,
        engagements: rows[number] as number,
        readers: members[number] as number,
      }));
    },
    countByReader() {
      const { rows, members, latest } = byReader();
      return { ids: readers().values, engagements: rows, documents: members, lastMicros: latest };
    },
    countSharedDocuments(organisationId) {
      const pairs = { organisations: organisations(), documents: documents() };
      const { numbers, values } = pairs.organisations;
      const own = values.indexOf(organisationId);
      if (own === -1) return { own: 0, others: [] };
      const { ownDocuments, members: shared } = findShared(pairs, own);
      const { rows, members } = countMembers(numbers, values.length, pairs.documents);
      const counted = Array.from(values, (id, number) => ({
        id,
        engagements: rows[number] as number,
        documents: members[number] as number,
        shared: shared[number] as number,
      }));
      const others = counted.filter(
        ({ id, shared: count }) => id !== organisationId && id !== missingOrganisation && count > 0,
      );
      return { own: ownDocuments, others };
    },
    listDocumentIds: () => Array.from(documents().values),
    listDocuments: () =>
      Array.from(documents().values, (id, number) => ({
        id,
        community: communities().least[number] as number,
      })),
  };
};
