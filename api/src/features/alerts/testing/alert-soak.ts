import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { killAtPointsEmbedded, killAtPointsOnServer } from '../../../platform/jobs/testing/kill-at-points.ts';
import { killWorkersEmbedded, killWorkersOnServer } from '../../../platform/jobs/testing/kill-workers.ts';
import type { ArrivedMails, KillPlan, RandomKills } from '../../../platform/jobs/testing/kill-workers.ts';
import { addRunData, addRunWorld, seriesRule, specificRule } from './run-world.ts';

export interface AlertSoakOptions {
  /** All due in one slot, each with three recipients. */
  readonly alerts: number;
}

export interface AlertKillResult {
  /** Results by alert and slot. */
  readonly results: number;
  /** Alerts without a result, or with one of another slot. */
  readonly missing: number;
  readonly doubled: number;
  readonly mails: number;
  /** Mails of a recipient and a run that never arrived. */
  readonly unsent: number;
  /** Message-IDs that arrived, but belong to no recipient of a run. */
  readonly unknown: number;
  /** Activities in the ledger besides those that had to be reported, or not there. */
  readonly wrongActivities: number;
  readonly unfinished: number;
  /** Changes through the API meanwhile, and those that were not stored with their entry of the audit log. */
  readonly changes: number;
  readonly halfStored: number;
}

export interface AlertSoakResult extends AlertKillResult {
  readonly seconds: number;
}

const slot = '2026-03-03';
/** Reported by each alert of every activity. */
const activities = 7;

/** Alerts of both kinds, due at the first slot. */
const prepare = async (db: Database, { alerts }: AlertSoakOptions) => {
  await addRunData(db);
  const world = addRunWorld(db, () => new Date('2026-03-02T12:00:00Z'));
  const owner = await world.addPerson();
  const recipients = [owner, await world.addPerson(), await world.addPerson({ communities: [1] })];
  for (let index = 0; index < alerts; index += 1)
    await world.addAlert({ owner, rule: index % 2 ? specificRule : seriesRule, recipients });
  await world.addActivities({ at: '2026-03-02T13:00:00Z', count: 4 });
  await world.addActivities({ at: '2026-03-02T14:00:00Z', count: 3, readerId: 2, communityId: 2 });
};

const check = async (db: Database, { alerts }: AlertSoakOptions, arrived: ArrivedMails) => {
  const { kysely } = db;
  const runs = await kysely.selectFrom('alert_run').select(['alert_id', 'slot']).execute();
  const recipients = await kysely.selectFrom('alert_run_recipient').select('message_id').execute();
  const ledger = await kysely.selectFrom('alert_activity').select('activity_id').execute();
  const open = await kysely.selectFrom('job_run').select('id').where('state', '!=', 'done').execute();
  const alertRows = await kysely.selectFrom('alert').select(['id', 'version']).execute();
  const audited = await kysely
    .selectFrom('audit_event')
    .select(sql<string>`detail->>'id'`.as('id'))
    .where('action', '=', 'alert.update')
    .execute();
  const countChanges = (id: string) => audited.filter((event) => event.id === id).length;
  const onTime = new Set(runs.filter((run) => run.slot === slot).map((run) => run.alert_id));
  const ids = recipients.flatMap(({ message_id }) => message_id ?? []);
  return {
    results: runs.length,
    missing: alerts - onTime.size,
    doubled: runs.length - new Set(runs.map((run) => `${run.alert_id} ${run.slot}`)).size,
    mails: ids.length,
    unsent: recipients.length - ids.length + arrived.findMissing(ids).length,
    unknown: arrived.besides(ids).length,
    wrongActivities: Math.abs(ledger.length - activities * Math.floor(alerts / 2)),
    unfinished: open.length,
    changes: audited.length,
    halfStored: alertRows.filter(({ id, version }) => version !== 1 + countChanges(id)).length,
  };
};

const findPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const buildPlan = (options: AlertSoakOptions): KillPlan<AlertKillResult> => ({
  script: findPath('./killed-worker.ts'),
  apiScript: findPath('./killed-api.ts'),
  start: `${slot}T06:00:00Z`,
  prepare: (db) => prepare(db, options),
  check: (db, arrived) => check(db, options, arrived),
});

/** With two workers and the API on a PostgreSQL server, in a new database. */
export const soakAlertsOnServer = (options: AlertSoakOptions & RandomKills): Promise<AlertSoakResult> =>
  killWorkersOnServer(buildPlan(options), options);

/** With one process on the embedded engine. */
export const soakAlertsEmbedded = (options: AlertSoakOptions & RandomKills): Promise<AlertSoakResult> =>
  killWorkersEmbedded(buildPlan(options), options);

/** Killed at fixed points instead of at random times. */
export const killAlertWorkersOnServer = (options: AlertSoakOptions): Promise<AlertKillResult> =>
  killAtPointsOnServer(buildPlan(options));
export const killAlertWorkersEmbedded = (options: AlertSoakOptions): Promise<AlertKillResult> =>
  killAtPointsEmbedded(buildPlan(options));

/** Everything but 0 is a fault. */
export const findAlertFaults = ({
  missing,
  doubled,
  unsent,
  unknown,
  wrongActivities,
  unfinished,
  halfStored,
}: AlertKillResult) => ({
  'missing results': missing,
  'results twice': doubled,
  'mails that never arrived': unsent,
  'second Message-IDs': unknown,
  'wrong activities': wrongActivities,
  'unfinished runs': unfinished,
  'changes without their entry of the audit log': halfStored,
});
