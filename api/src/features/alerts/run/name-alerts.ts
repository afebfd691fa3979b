import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/index.ts';
import { isUuid } from '@readerlens/contract/guards';

/** The names of alerts by id, for the list of runs. */
export const nameAlerts = async (
  kysely: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const alerts = await kysely
    .selectFrom('alert')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`ANY(${ids.filter(isUuid)}::uuid[])`)
    .execute();
  return new Map(alerts.map(({ id, name }) => [id, name]));
};
