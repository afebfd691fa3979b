import type { ClientCosts } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { costHours } from '../../deadlines.ts';
import { clientPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Schema } from '../../platform/db/index.ts';
import { secondsAfter } from '../../platform/time.ts';

const shown = 10;

/** Who has used the database for longest, by calls and in the background: the hours that are over, and the one that has begun. */
export const readHeaviestClients = async (
  kysely: Kysely<Schema>,
  { now, blinded }: { readonly now: Date; readonly blinded: boolean },
): Promise<ClientCosts> => {
  const since = secondsAfter(now, (1 - costHours) * 3600);
  since.setUTCMinutes(0, 0, 0);
  const rows = await kysely
    .selectFrom('client_cost')
    .leftJoin('client', 'client.id', 'client_cost.client_id')
    .select(({ fn }) => [
      'payer',
      'client_id',
      'client.name',
      sql<number>`sum(calls)::integer`.as('calls'),
      sql<number>`sum(refused)::integer`.as('refused'),
      fn.sum<number>('seconds').as('seconds'),
      fn.sum<number>('background_seconds').as('backgroundSeconds'),
      fn.sum<number>('database_seconds').as('databaseSeconds'),
    ])
    .where('hour', '>=', since)
    .groupBy(['payer', 'client_id', 'client.name'])
    .orderBy('databaseSeconds', 'desc')
    .orderBy('seconds', 'desc')
    .orderBy('payer')
    .orderBy('client_id')
    .limit(shown)
    .execute();
  return {
    since: since.toISOString(),
    heaviest: rows.map(({ client_id: id, name, ...cost }) => ({
      ...cost,
      client: id === null ? null : { id: String(id), name: blinded ? clientPseudonym(id) : (name ?? '') },
    })),
  };
};
