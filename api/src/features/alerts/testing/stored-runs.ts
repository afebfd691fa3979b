import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AlertRule } from '@readerlens/contract';
import type { Database, Schema } from '../../../platform/db/index.ts';

export interface StoredRun {
  readonly alertId: string;
  readonly slot: string;
  readonly rule?: AlertRule;
  /** Values of the recipients by user id; clients by default 1. */
  readonly recipients: Readonly<Record<number, Partial<Insertable<Schema['alert_run_recipient']>>>>;
  readonly entities?: readonly Partial<Insertable<Schema['alert_run_entity']>>[];
  /** As they were; by default deleted since. */
  readonly lists?: readonly (Partial<Insertable<Schema['alert_run_list']>> & { readonly owner_id: number })[];
  readonly activities?: readonly { readonly clientId: number; readonly id: number }[];
  readonly values?: Partial<Insertable<Schema['alert_run']>>;
}

const seriesRule: AlertRule = {
  type: 'SeriesOfActivitiesNotification',
  aggField: 'Reader',
  activityMonths: 1,
  uniqueUserCount: null,
  minimumCount: 3,
};

/** Stores the result of a run as the worker does. Returns its id. */
export const storeRun = async ({ kysely }: Database, run: StoredRun): Promise<string> => {
  const { alertId, slot, rule = seriesRule, recipients, entities = [], activities = [], lists = [] } = run;
  const id = randomUUID();
  await kysely
    .insertInto('alert_run')
    .values({
      id,
      alert_id: alertId,
      slot,
      slot_at: `${slot}T06:00:00Z`,
      definition_version: 1,
      name: `Run of ${slot}`,
      description: '',
      type: rule.type,
      rule: JSON.stringify(rule),
      filters: '[]',
      indices: [],
      export_columns: ['email'],
      time_zone: 'UTC',
      current_from: '2025-01-01T00:00:00Z',
      current_to: `${slot}T00:00:00Z`,
      baseline_from: null,
      baseline_to: null,
      total_matched: 1,
      run_at: `${slot}T06:00:00Z`,
      ...run.values,
    })
    .execute();
  for (const [user, values] of Object.entries(recipients)) {
    const { client_matches: matches = [1] } = values;
    await kysely
      .insertInto('alert_run_recipient')
      .values({
        run_id: id,
        user_id: Number(user),
        view: 0,
        total_matched: matches.reduce((sum, count) => sum + count, 0),
        client_ids: [1],
        client_matches: [1],
        message_id: null,
        ...values,
      })
      .execute();
  }
  for (const entity of entities)
    await kysely
      .insertInto('alert_run_entity')
      .values({
        run_id: id,
        view: 0,
        client_id: 1,
        entity_id: 1,
        outcome: 'fires',
        activities: 3,
        readers: 1,
        baseline_activities: 0,
        baseline_readers: 0,
        direction: null,
        notified_on: null,
        ...entity,
      })
      .execute();
  for (const list of lists)
    await kysely
      .insertInto('alert_run_list')
      .values({
        run_id: id,
        view: 0,
        list_id: randomUUID(),
        client_id: 1,
        is_shared: false,
        name: 'Key accounts',
        rule: null,
        organisation_ids: [1],
        ...list,
      })
      .execute();
  for (const activity of activities)
    await kysely
      .insertInto('alert_activity')
      .values({ alert_id: alertId, client_id: activity.clientId, activity_id: activity.id, run_id: id })
      .execute();
  return id;
};
