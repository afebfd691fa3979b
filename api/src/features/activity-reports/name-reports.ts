import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { isUuid } from '@readerlens/contract/guards';

/** Client and recipient of activity reports by id, for the list of runs: 'Acme Labs, jane@acme.example'. */
export const nameReports = async (
  kysely: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const reports = await kysely
    .selectFrom('activity_report_config as report')
    .innerJoin('client', 'client.id', 'report.client_id')
    .select(['report.id', 'report.email', 'client.name'])
    .where('report.id', '=', sql<string>`ANY(${ids.filter(isUuid)}::uuid[])`)
    .execute();
  return new Map(reports.map(({ id, email, name }) => [id, `${name}, ${email}`]));
};
