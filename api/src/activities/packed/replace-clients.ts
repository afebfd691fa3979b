import type { PackedColumns } from './packed-rows.ts';
import { formCodeFields } from './packed-statement.ts';

/** How many rows the given clients have. */
export const countRowsOfClients = ({ runs }: PackedColumns, clientIds: readonly number[]): number => {
  const given = new Set(clientIds);
  return runs.reduce((sum, { client, size }) => (given.has(client) ? sum + size : sum), 0);
};

/** The number of values of a row in each column. */
const valuesPerRow = { ids: 2, instants: 2, organisations: 1 } as const;

/** The rows of all clients but the given ones, and then those that were read of these, with the same values. */
export const replaceClients = (
  columns: PackedColumns,
  clientIds: readonly number[],
  read: PackedColumns,
): PackedColumns => {
  const replaced = new Set(clientIds);
  /** The rows that stay, from the first to before the last. */
  const kept: { from: number; to: number }[] = [];
  let from = 0;
  for (const { client, size } of columns.runs) {
    if (!replaced.has(client)) kept.push({ from, to: from + size });
    from += size;
  }
  const join = <Values extends Int16Array | Int32Array>(
    old: Values,
    added: Values,
    perRow: number,
    create: (length: number) => Values,
  ): Values => {
    const parts = [...kept.map((run) => old.subarray(run.from * perRow, run.to * perRow)), added];
    const joined = create(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  };
  const isRead = {
    ids: true,
    instants: columns.values.has('occurred_at'),
    organisations: columns.values.has('organisation_id'),
  };
  const join32 = (name: 'ids' | 'instants' | 'organisations') =>
    isRead[name]
      ? join(columns[name], read[name], valuesPerRow[name], (length) => new Int32Array(length))
      : columns[name];
  const joinCodes = (old: Int16Array, place: number, lanes: number) =>
    join(old, read.codes[place] as Int16Array, lanes, (length) => new Int16Array(length));
  return {
    values: columns.values,
    ids: join32('ids'),
    instants: join32('instants'),
    codes: formCodeFields(columns.values).map(({ lanes }, place) =>
      joinCodes(columns.codes[place] as Int16Array, place, lanes),
    ),
    organisations: join32('organisations'),
    runs: [...columns.runs.filter(({ client }) => !replaced.has(client)), ...read.runs],
  };
};
