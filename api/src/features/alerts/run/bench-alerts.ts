// Alerts for benchmarks.
import { sql } from 'kysely';
import { aggFields, alertTypes } from '@readerlens/contract/alerts';
import { termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { scopeOfUser } from '../../../people/owner.ts';
import type { Services } from '../../../people/services.ts';
import type { Database } from '../../../platform/db/index.ts';
import { saveSchedule } from '../../../platform/jobs/index.ts';
import { daysAfter } from '../../../platform/time.ts';
import {
  alertKindName,
  readDefinition,
  readStoredFilters,
  buildSlotRule,
} from '../definition/alert-definition.ts';
import { readFacts } from './alert-facts.ts';
import { alerts } from '../definition/alert.store.ts';
import { planSlot } from '../rules/alert-types.ts';
import { selectStored } from '../../../activities/select-stored.ts';

const ids = (...numbers: readonly number[]) => numbers.map((id) => ({ id: String(id) }));
const excluding = (field: string, values: readonly { id: string }[]): Filter => ({
  ...termsFilter(field, [...values]),
  op: 'NotContains',
});

/** Builds a filter besides the client, of another kind for each index. */
const buildFilter = (index: number): Filter => {
  const filters: readonly Filter[] = [
    termsFilter('Onlines', ids((index % 5) + 1, ((index + 2) % 5) + 1)),
    termsFilter('ContentTopics', ids((index % 8) + 1, ((index + 3) % 8) + 1)),
    termsFilter('Quality', ids(2, 3)),
    excluding('BuyersJourneyStage', [{ id: 'Late' }]),
    excluding('Region', ids(3)),
    termsFilter('DocumentTypes', ids((index % 4) + 1)),
  ];
  return filters[index % filters.length]!;
};

const buildBehavior = (index: number) => ({
  agg_field: index % 2 === 0 ? aggFields.Reader : aggFields.ReaderOrg,
  activity_months: (index % 3) + 1,
  unique_user_count: index % 2 === 0 ? null : 2,
  minimum_count: 5,
  baseline_activity_months: 3,
  minimum_baseline_activities: 5,
  minimum_threshold_percent: 100,
  threshold_direction: 0,
});

export interface ManyAlerts {
  readonly count: number;
  readonly ownerId: number;
  readonly clientIds: readonly number[];
  /** The alerts were activated a day before, and their first slot is due. */
  readonly now: Date;
  /** Whether the owner gets mails. */
  readonly hasMails?: boolean;
}

/** Adds daily alerts of every type, each about one client, whose first slot is due. Returns their ids. */
export const addManyAlerts = async (db: Database, options: ManyAlerts): Promise<string[]> => {
  const { count, ownerId, clientIds, now, hasMails = false } = options;
  const since = daysAfter(now, -1);
  return db.transaction(async (trx) => {
    const added: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const clientId = clientIds[index % clientIds.length] ?? 0;
      const place = Math.floor(index / clientIds.length);
      const row = await trx
        .insertInto('alert')
        .values({
          owner_id: ownerId,
          type: alertTypes[place % 3]!,
          name: `Alert ${index}`,
          filters: JSON.stringify([termsFilter('Clients', ids(clientId)), buildFilter(place)]),
          indices: ['Engagement', 'CustomerRequest', 'Webinar'],
          ...buildBehavior(place),
          frequency: 'Daily',
          day_of_week: 'Monday',
          day_of_month: 'First',
          export_columns: ['email'],
          last_step: 6,
          is_complete: true,
          schedule_active: true,
          active_since: since,
          created_by: ownerId,
          updated_by: ownerId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('alert_recipient')
        .values({
          alert_id: row.id,
          user_id: ownerId,
          is_email_subscribed: hasMails,
          role: 'Admin',
          position: 0,
        })
        .execute();
      const rule = buildSlotRule({ frequency: 'Daily', dayOfWeek: 'Monday', dayOfMonth: 'First' });
      const schedule = { kind: alertKindName, ownerId: row.id, clientId, rule, timeZone: 'UTC' };
      await saveSchedule(trx, schedule, now, since);
      added.push(row.id);
    }
    return added;
  });
};

/** Deletes all alerts with their results. */
export const deleteAlerts = async ({ kysely }: Database): Promise<void> => {
  await sql`DELETE FROM schedule WHERE kind = ${alertKindName}`.execute(kysely);
  await sql`DELETE FROM job_run WHERE kind IN (${alertKindName}, 'mail')`.execute(kysely);
  await sql`TRUNCATE alert CASCADE`.execute(kysely);
};

/** Reads the facts of the alerts for a slot one after another. Returns the number of counted entities and activities. */
export const readOneByOne = async (
  parts: Pick<Services, 'db' | 'users' | 'catalogue'>,
  alertIds: readonly string[],
  date: string,
): Promise<number> => {
  const rows = await alerts(parts.db.kysely)
    .where('alert.id', '=', sql<string>`ANY(${alertIds}::uuid[])`)
    .execute();
  const catalogue = await parts.catalogue();
  let found = 0;
  for (const alert of rows) {
    const definition = readDefinition(alert);
    const owner = await scopeOfUser(alert.owner_id, parts);
    if (!definition || !owner) throw new Error('The alert is incomplete.');
    const selected = selectStored(readStoredFilters(alert), {
      scope: owner.scope,
      catalogue,
      now: new Date(),
    });
    if (!selected.ok) throw new Error(`The alert ${alert.name} is refused.`);
    const facts = await readFacts(parts.db, selected.selection, planSlot(definition, date, null));
    found += facts.counts.length + facts.activities.length;
  }
  return found;
};
