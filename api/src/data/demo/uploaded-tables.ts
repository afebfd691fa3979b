import { findUserId } from './demo-users.ts';
import type { DemoTable } from './demo-part.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface Uploaded {
  readonly kind: 'events' | 'newsletters' | 'webinars';
  readonly fileName: string;
  readonly table: DemoTable['table'];
  /** Starting with `client_id`; `upload_id` is added. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const day = 86_400_000;

/** Rows with one upload for each client that they come from. */
export function* uploadedTables(
  world: World,
  { kind, fileName, table, columns, rows }: Uploaded,
  random: Random,
): Generator<DemoTable> {
  const counts = new Map<unknown, number>();
  for (const [clientId] of rows) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  const uploads = new Map([...counts.keys()].map((clientId) => [clientId, uuid(random)]));
  const userId = findUserId('internal');
  const at = new Date(world.now - 3 * day);
  yield {
    table: 'marketing_upload',
    columns: [
      'id',
      'client_id',
      'kind',
      'user_id',
      'at',
      'file_name',
      'mode',
      'rows',
      'added',
      'changed',
      'unchanged',
      'removed',
      'refused',
    ],
    rows: [...counts].map(([clientId, count]) => [
      uploads.get(clientId),
      clientId,
      kind,
      userId,
      at,
      fileName,
      'merge',
      count,
      count,
      0,
      0,
      0,
      0,
    ]),
  };
  yield {
    table,
    columns: [...columns, 'upload_id'],
    rows: rows.map((row) => [...row, uploads.get(row[0])]),
  };
}
