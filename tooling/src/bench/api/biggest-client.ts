import type { Database } from '@readerlens/api';
import { sql } from 'kysely';
import { addYears, formatDay } from '@readerlens/filters/model';

export interface BiggestClient {
  readonly clientId: number;
  readonly range: { readonly from: string; readonly to: string };
}

/** The client with the most activities, and the last year with data. */
export const biggestClient = async ({ kysely }: Database): Promise<BiggestClient> => {
  const { rows } = await sql<{ client_id: number; last: Date }>`
    SELECT client_id, max(occurred_at) AS last FROM engagement GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`.execute(
    kysely,
  );
  const [row] = rows;
  if (!row) throw new Error('The benchmark has no data.');
  const to = formatDay(row.last);
  return { clientId: row.client_id, range: { from: addYears(to, -1), to } };
};
