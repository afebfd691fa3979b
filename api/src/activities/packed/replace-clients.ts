import type { PackedColumns } from './packed-rows.ts';

/** The rows of a client: from the first to before the last. */
interface ClientRows {
  readonly client: number;
  readonly from: number;
  readonly to: number;
}

const listClientRows = ({ clients }: PackedColumns): ClientRows[] => {
  const found: ClientRows[] = [];
  let from = 0;
  for (let at = 0; at < clients.length; at += 2) {
    const to = from + (clients[at + 1] as number);
    found.push({ client: clients[at] as number, from, to });
    from = to;
  }
  return found;
};

/** How many rows the given clients have. */
export const countRowsOfClients = (columns: PackedColumns, clientIds: readonly number[]): number => {
  const given = new Set(clientIds);
  return listClientRows(columns)
    .filter(({ client }) => given.has(client))
    .reduce((sum, { from, to }) => sum + to - from, 0);
};

type Column = Exclude<keyof PackedColumns, 'clients'>;

/** The number of values of a row in each column. */
const valuesPerRow: Readonly<Record<Column, number>> = {
  ids: 2,
  instants: 2,
  firstCodes: 4,
  secondCodes: 4,
  organisations: 1,
};

/** The rows of all clients but the given ones, and then those that were read of these. */
export const replaceClients = (
  columns: PackedColumns,
  clientIds: readonly number[],
  read: PackedColumns,
): PackedColumns => {
  const replaced = new Set(clientIds);
  const kept = listClientRows(columns).filter(({ client }) => !replaced.has(client));
  const joinColumn = <Values extends Int16Array | Int32Array>(
    [old, added]: readonly [Values, Values],
    perRow: number,
    create: (length: number) => Values,
  ): Values => {
    const parts = kept.map(({ from, to }) => old.subarray(from * perRow, to * perRow));
    const joined = create([...parts, added].reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of [...parts, added]) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  };
  const join32 = (name: 'ids' | 'instants' | 'organisations') =>
    joinColumn([columns[name], read[name]], valuesPerRow[name], (length) => new Int32Array(length));
  const join16 = (name: 'firstCodes' | 'secondCodes') =>
    joinColumn([columns[name], read[name]], valuesPerRow[name], (length) => new Int16Array(length));
  return {
    ids: join32('ids'),
    instants: join32('instants'),
    firstCodes: join16('firstCodes'),
    secondCodes: join16('secondCodes'),
    organisations: join32('organisations'),
    clients: Int32Array.from([
      ...kept.flatMap(({ client, from, to }) => [client, to - from]),
      ...read.clients,
    ]),
  };
};
