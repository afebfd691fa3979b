/** Values with numbers from 0 in the order of their first occurrence. */
export interface Numbering {
  /** The number of the value of each row. */
  readonly numbers: Uint32Array;
  /** The value of each number. */
  readonly values: Int32Array;
}

/** The next power of two that leaves half of the places empty. */
const findCapacity = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(size, 1) * 2));

/** Spreads neighbours, which most ids are. */
const spread = (value: number): number => Math.imul(value, 0x9e3779b1);

/** Where values are: at one of several places of each row. */
interface Column {
  readonly rows: Int16Array | Int32Array;
  readonly lanes: number;
  readonly lane: number;
}

/** Numbers values that differ in the bits of the mask: each has a place of its own. */
const numberByPlace = ({ rows, lanes, lane }: Column, mask: number): Numbering => {
  const numbers = new Uint32Array(rows.length / lanes);
  /** The number of each value plus one; 0 for one that has not occurred. */
  const places = new Uint32Array(mask + 1);
  const values: number[] = [];
  for (let row = 0, at = lane; at < rows.length; row += 1, at += lanes) {
    const value = rows[at] as number;
    let found = places[value & mask] as number;
    if (found === 0) {
      found = values.push(value);
      places[value & mask] = found;
    }
    numbers[row] = found - 1;
  }
  return { numbers, values: Int32Array.from(values) };
};

/** Numbers any values, in a hash table. */
const numberByHash = ({ rows, lanes, lane }: Column): Numbering => {
  const size = rows.length / lanes;
  const numbers = new Uint32Array(size);
  const bits = Math.log2(findCapacity(size));
  const mask = 2 ** bits - 1;
  /** The number at each place plus one; 0 for an empty place. */
  const places = new Uint32Array(2 ** bits);
  const values = new Int32Array(size);
  let count = 0;
  for (let row = 0, at = lane; row < size; row += 1, at += lanes) {
    const value = rows[at] as number;
    let place = spread(value) >>> (32 - bits);
    let found = places[place] as number;
    while (found !== 0 && values[found - 1] !== value) {
      place = (place + 1) & mask;
      found = places[place] as number;
    }
    if (found === 0) {
      values[count] = value;
      count += 1;
      places[place] = count;
      found = count;
    }
    numbers[row] = found - 1;
  }
  return { numbers, values: values.slice(0, count) };
};

/** The mask of all bits that any of some values has. */
const coverBits = (bits: number): number => 2 ** (32 - Math.clz32(bits)) - 1;

/** A place for each id costs less than a hash table if there are not many more ids than rows. */
const mostPlaces = (size: number): number => Math.max(65_536, size * 4);

/** All bits that any of the values has; negative if any value is. */
const findBits = ({ rows, lanes, lane }: Column): number => {
  let bits = 0;
  for (let at = lane; at < rows.length; at += lanes) bits |= rows[at] as number;
  return bits;
};

/**
 * Numbers ids. The numbers are smaller than most ids, so that counters for them take little memory, however large the ids
 * are.
 */
export const numberIds = (column: Column): Numbering => {
  const bits = findBits(column);
  const isSmall = bits >= 0 && bits < mostPlaces(column.rows.length / column.lanes);
  return isSmall ? numberByPlace(column, coverBits(bits)) : numberByHash(column);
};

/** All codes of 16 bits, each at its place as an unsigned number. */
const codeCount = 65_536;

interface Codes extends Column {
  readonly rows: Int16Array;
}

/** Most codes are small, and a place for each possible one is a quarter of a megabyte. */
const findMask = (codes: Codes): number => {
  const bits = findBits(codes);
  return bits < 0 ? codeCount - 1 : coverBits(bits);
};

const listCounted = (counters: Uint32Array): { code: number; count: number }[] => {
  const counted: { code: number; count: number }[] = [];
  for (let place = 0; place < counters.length; place += 1) {
    const count = counters[place] as number;
    if (count > 0) counted.push({ code: (place << 16) >> 16, count });
  }
  return counted;
};

/** The number of rows of each code. */
export const countCodes = (codes: Codes): { code: number; count: number }[] => {
  const { rows, lanes, lane } = codes;
  const mask = findMask(codes);
  const counters = new Uint32Array(mask + 1);
  for (let at = lane; at < rows.length; at += lanes) {
    const place = (rows[at] as number) & mask;
    counters[place] = (counters[place] as number) + 1;
  }
  return listCounted(counters);
};

export const numberCodes = (codes: Codes): Numbering => numberByPlace(codes, findMask(codes));

export interface GroupCounts {
  /** The number of rows of each group. */
  readonly rows: Uint32Array;
  /** The number of different members of the rows of each group. */
  readonly members: Uint32Array;
}

export const countRows = (groups: Uint32Array, count: number): Uint32Array => {
  const rows = new Uint32Array(count);
  // An iterator makes an object for each value until it is compiled, here 16 MB for half a million.
  for (let row = 0; row < groups.length; row += 1) {
    const group = groups[row] as number;
    rows[group] = (rows[group] as number) + 1;
  }
  return rows;
};

/** Counts rows and different members of each group. Sorts the members by group, and marks each with the last group that had it. */
export const countMembers = (groups: Uint32Array, count: number, members: Numbering): GroupCounts => {
  const rows = countRows(groups, count);
  const ends = new Uint32Array(count);
  for (let group = 1; group < count; group += 1)
    ends[group] = (ends[group - 1] as number) + (rows[group - 1] as number);
  const sorted = new Uint32Array(groups.length);
  for (let row = 0; row < groups.length; row += 1) {
    const group = groups[row] as number;
    const end = ends[group] as number;
    sorted[end] = members.numbers[row] as number;
    ends[group] = end + 1;
  }
  const different = new Uint32Array(count);
  /** The last group of each member plus one. */
  const last = new Uint32Array(members.values.length);
  let at = 0;
  for (let group = 0; group < count; group += 1) {
    let found = 0;
    for (const end = ends[group] as number; at < end; at += 1) {
      const member = sorted[at] as number;
      if (last[member] === group + 1) continue;
      last[member] = group + 1;
      found += 1;
    }
    different[group] = found;
  }
  return { rows, members: different };
};
