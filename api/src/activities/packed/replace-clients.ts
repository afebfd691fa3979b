import type { PackedColumns } from './packed-rows.ts';

/** Rows of one client, from the first to before the last. */
interface Run {
  readonly client: number;
  readonly from: number;
  readonly to: number;
}

/** The rows in runs of the same client. The index has those of a client together, so that there are few. */
const listRuns = ({ organisations }: PackedColumns): Run[] => {
  const runs: Run[] = [];
  const size = organisations.length / 2;
  for (let from = 0, row = 1; row <= size; row += 1) {
    const client = organisations[from * 2] as number;
    if (row < size && organisations[row * 2] === client) continue;
    runs.push({ client, from, to: row });
    from = row;
  }
  return runs;
};

/** How many rows the given clients have. */
export const countRowsOfClients = (columns: PackedColumns, clientIds: readonly number[]): number => {
  const given = new Set(clientIds);
  return listRuns(columns).reduce(
    (sum, { client, from, to }) => (given.has(client) ? sum + to - from : sum),
    0,
  );
};

/** The number of values of a row in each column. */
const valuesPerRow = { ids: 2, instants: 2, firstCodes: 4, secondCodes: 4, organisations: 2 } as const;

/** The rows of all clients but the given ones, and then those that were read of these. Both have clients. */
export const replaceClients = (
  columns: PackedColumns,
  clientIds: readonly number[],
  read: PackedColumns,
): PackedColumns => {
  const replaced = new Set(clientIds);
  const kept = listRuns(columns).filter(({ client }) => !replaced.has(client));
  const join = <Values extends Int16Array | Int32Array>(
    old: Values,
    added: Values,
    perRow: number,
    create: (length: number) => Values,
  ): Values => {
    const parts = [...kept.map(({ from, to }) => old.subarray(from * perRow, to * perRow)), added];
    const joined = create(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  };
  const join32 = (name: 'ids' | 'instants' | 'organisations') =>
    join(columns[name], read[name], valuesPerRow[name], (length) => new Int32Array(length));
  const join16 = (name: 'firstCodes' | 'secondCodes') =>
    join(columns[name], read[name], valuesPerRow[name], (length) => new Int16Array(length));
  return {
    ids: join32('ids'),
    instants: join32('instants'),
    firstCodes: join16('firstCodes'),
    secondCodes: join16('secondCodes'),
    organisations: join32('organisations'),
    organisationLanes: 2,
  };
};
