import { findLane, readMicros, toMicros } from './packed-rows.ts';
import type { ClientRun, PackedColumns } from './packed-rows.ts';
import { formCodeFields } from './packed-statement.ts';

/** The activities of a client in a month. */
export interface MonthRun extends ClientRun {
  /** The first day of the month, in days since 2000. */
  readonly start: number;
}

interface Limits {
  readonly range: { readonly from: string; readonly before: string };
  readonly communityIds: readonly number[] | 'all';
}

/** Rows from one to before another. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

const microsPerDay = 86_400_000_000;
/** No month has more days. */
const longestMonth = 31;

/** Tells whether a row is within the limits; undefined for a month of which all are. */
const limitRows = (columns: PackedColumns, { range, communityIds }: Limits) => {
  const [from, before] = [toMicros(range.from), toMicros(range.before)];
  const communities = communityIds === 'all' ? undefined : new Set(communityIds);
  const codes = communities && findLane(columns, 'community_id');
  const isOfCommunities = (row: number): boolean =>
    codes === undefined || communities!.has(codes.rows[row * codes.lanes + codes.lane] as number);
  const isWithin = (row: number): boolean => {
    const at = readMicros(columns.instants, row);
    return at >= from && at < before;
  };
  return (start: number): ((row: number) => boolean) | undefined => {
    const isWhole = start * microsPerDay >= from && (start + longestMonth) * microsPerDay <= before;
    if (isWhole) return codes && isOfCommunities;
    return (row) => isWithin(row) && isOfCommunities(row);
  };
};

/** The rows of a run that meet a condition. */
const listRows = (first: number, size: number, isChosen: ((row: number) => boolean) | undefined): Rows[] => {
  if (!isChosen) return size === 0 ? [] : [{ from: first, to: first + size }];
  const chosen: Rows[] = [];
  let from = -1;
  for (let row = first; row < first + size; row += 1) {
    if (isChosen(row)) {
      if (from === -1) from = row;
    } else if (from !== -1) {
      chosen.push({ from, to: row });
      from = -1;
    }
  }
  if (from !== -1) chosen.push({ from, to: first + size });
  return chosen;
};

/** Copying a few values takes less than a view of them. */
const fewValues = 32;

const copyRows = <Values extends Int16Array | Int32Array>(
  from: Values,
  to: Values,
  chosen: readonly Rows[],
  perRow: number,
): Values => {
  let at = 0;
  for (const rows of chosen) {
    const [first, last] = [rows.from * perRow, rows.to * perRow];
    if (last - first > fewValues) to.set(from.subarray(first, last), at);
    else for (let place = first; place < last; place += 1) to[at + place - first] = from[place] as number;
    at += last - first;
  }
  return to;
};

/** The rows of months that are within dates, and of some communities. They need times, and for communities codes. */
export const chooseRows = (
  columns: PackedColumns,
  months: readonly MonthRun[],
  limits: Limits,
): PackedColumns => {
  const findLimit = limitRows(columns, limits);
  const chosen: Rows[] = [];
  const runs: { client: number; size: number }[] = [];
  let first = 0;
  for (const { client, size, start } of months) {
    const rows = listRows(first, size, findLimit(start));
    const count = rows.reduce((sum, { from, to }) => sum + to - from, 0);
    const last = runs.at(-1);
    if (last?.client === client) last.size += count;
    else runs.push({ client, size: count });
    for (const each of rows) chosen.push(each);
    first += size;
  }
  const count = runs.reduce((sum, { size }) => sum + size, 0);
  if (count === first) return { ...columns, runs };
  const copy32 = (values: Int32Array, perRow: number) =>
    values.length === 0 ? values : copyRows(values, new Int32Array(count * perRow), chosen, perRow);
  return {
    values: columns.values,
    ids: copy32(columns.ids, 2),
    instants: copy32(columns.instants, 2),
    codes: formCodeFields(columns.values).map(({ lanes }, place) =>
      copyRows(columns.codes[place] as Int16Array, new Int16Array(count * lanes), chosen, lanes),
    ),
    organisations: copy32(columns.organisations, 1),
    runs,
  };
};
