import type { AlertRule, AlertSchedule } from '@readerlens/contract';
import { aggFields, defaultSchedule, thresholdDirections } from '@readerlens/contract/alerts';
import type { Filter } from '@readerlens/filters/model';
import type { ReviewStatus } from '@readerlens/contract/vocabulary';
import { activityTypeCode, sourceCode, stageCode, statusCode } from '../../../activities/codes.ts';
import type { Services } from '../../../people/services.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { createRunner, saveSchedule } from '../../../platform/jobs/index.ts';
import type { BatchKind, JobKind } from '../../../platform/jobs/index.ts';
import { createTestClock } from '../../../platform/jobs/testing/test-runner.ts';
import { addUser } from '../../../platform/testing/add-user.ts';
import type { NewUser } from '../../../platform/testing/add-user.ts';
import { alertKind } from '../run/alert-job.ts';
import { buildSlotRule } from '../definition/alert-definition.ts';
import { servicesAt } from './services-at.ts';

// Not the index, whose other modules run in Jest only: the soak is a program.

export const specificRule: AlertRule = { type: 'SpecificActivityNotification' };
export const seriesRule = {
  type: 'SeriesOfActivitiesNotification',
  aggField: 'Reader',
  activityMonths: 1,
  uniqueUserCount: null,
  minimumCount: 3,
} as const satisfies AlertRule;
export const changeRule = {
  type: 'ChangeInActivitiesNotification',
  aggField: 'ReaderOrg',
  activityMonths: 1,
  uniqueUserCount: 1,
  baselineActivityMonths: 3,
  minimumBaselineActivities: 3,
  minimumThresholdPercent: 50,
  thresholdDirection: 'Both',
} as const satisfies AlertRule;

export const daily: AlertSchedule = { ...defaultSchedule, frequency: 'Daily' };

export interface NewAlert {
  readonly owner: UserRow;
  readonly rule?: AlertRule;
  readonly name?: string;
  readonly clientIds?: readonly number[];
  readonly schedule?: AlertSchedule;
  readonly timeZone?: string;
  /** Default: the owner. */
  readonly recipients?: readonly UserRow[];
  readonly exportColumns?: readonly string[];
}

export interface NewActivities {
  readonly at: string;
  readonly count?: number;
  readonly clientId?: number;
  readonly readerId?: number;
  readonly organisationId?: number;
  readonly communityId?: number;
  readonly status?: ReviewStatus;
}

export type NewPerson = NewUser & {
  readonly clients?: readonly number[];
  readonly communities?: readonly number[];
};

const buildBehavior = (rule: AlertRule) =>
  rule.type === 'SpecificActivityNotification'
    ? {}
    : {
        agg_field: aggFields[rule.aggField],
        activity_months: rule.activityMonths,
        unique_user_count: rule.uniqueUserCount,
        ...(rule.type === 'SeriesOfActivitiesNotification'
          ? { minimum_count: rule.minimumCount }
          : {
              baseline_activity_months: rule.baselineActivityMonths,
              minimum_baseline_activities: rule.minimumBaselineActivities,
              minimum_threshold_percent: rule.minimumThresholdPercent,
              threshold_direction: thresholdDirections[rule.thresholdDirection],
            }),
      };

/** Clients 1 and 2, communities 1 and 2, nine readers, three organizations and a document. */
export const addRunData = async ({ kysely }: Database): Promise<void> => {
  const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
  await kysely
    .insertInto('client')
    .values(named(['Aurelis', 'Norvane']))
    .execute();
  await kysely
    .insertInto('community')
    .values(named(['Biologics', 'Devices']))
    .execute();
  await kysely
    .insertInto('organisation')
    .values(named(['Acme Labs', 'Beta Clinic', 'Gamma']))
    .execute();
  await kysely
    .insertInto('reader')
    .values(
      Array.from({ length: 9 }, (_, index) => ({
        id: index + 1,
        email: `reader${index + 1}@x.example`,
        first_name: `First${index + 1}`,
        last_name: `Last${index + 1}`,
      })),
    )
    .execute();
  await kysely
    .insertInto('document')
    .values({ id: 1, client_id: 1, title: 'A paper', community_id: 1 })
    .execute();
};

/** Adds people, active alerts and activities. */
export const addRunWorld = (db: Database, clock: () => Date) => {
  const addPerson = async ({
    clients = [1],
    communities = [1, 2],
    ...columns
  }: NewPerson = {}): Promise<UserRow> => {
    const user = await addUser(db, {
      role: 'Client',
      notification_claim_level: 'Basic',
      view_notifications: true,
      ...columns,
    });
    for (const client_id of clients)
      await db.kysely.insertInto('user_client').values({ user_id: user.id, client_id }).execute();
    for (const community_id of communities)
      await db.kysely.insertInto('user_community').values({ user_id: user.id, community_id }).execute();
    return user;
  };

  const addAlert = async ({
    owner,
    rule = specificRule,
    name = 'Visits',
    clientIds = [1],
    schedule = daily,
    timeZone = 'UTC',
    recipients = [owner],
    exportColumns = ['email'],
  }: NewAlert): Promise<string> =>
    db.transaction(async (trx) => {
      const { id } = await trx
        .insertInto('alert')
        .values({
          owner_id: owner.id,
          type: rule.type,
          name,
          filters: JSON.stringify([
            {
              $type: 'Terms',
              field: 'Clients',
              op: 'Contains',
              value: clientIds.map((each) => ({ id: String(each) })),
            },
          ]),
          ...buildBehavior(rule),
          frequency: schedule.frequency,
          day_of_week: schedule.dayOfWeek,
          day_of_month: schedule.dayOfMonth,
          time_zone: timeZone,
          export_columns: [...exportColumns],
          last_step: 6,
          is_complete: true,
          schedule_active: true,
          active_since: clock(),
          created_by: owner.id,
          updated_by: owner.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('alert_recipient')
        .values(
          recipients.map((user, position) => ({ alert_id: id, user_id: user.id, role: user.role, position })),
        )
        .execute();
      const input = { kind: 'alert', ownerId: id, rule: buildSlotRule(schedule), timeZone };
      await saveSchedule(trx, input, clock());
      return id;
    });

  const insertActivities = async (
    times: readonly (string | Date)[],
    {
      clientId = 1,
      readerId = 1,
      organisationId,
      communityId = 1,
      status = 'Approved',
    }: Omit<NewActivities, 'at'>,
  ): Promise<number[]> => {
    if (times.length === 0) return [];
    const rows = await db.kysely
      .insertInto('engagement')
      .values(
        times.map((at) => ({
          client_id: clientId,
          reader_id: readerId,
          organisation_id: organisationId ?? null,
          document_id: 1,
          occurred_at: at,
          available_at: at,
          activity_type: activityTypeCode.Engagement,
          status: statusCode[status],
          source: sourceCode.organic,
          stage: stageCode.Unclassified,
          community_id: communityId,
          sequence: 1,
        })),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const addActivities = ({ at, count = 1, ...more }: NewActivities): Promise<number[]> =>
    insertActivities(
      Array.from({ length: count }, () => at),
      more,
    );
  const addActivitiesAt = (times: readonly Date[]): Promise<number[]> => insertActivities(times, {});

  return { addPerson, addAlert, addActivities, addActivitiesAt };
};

/** The alerts' worker with a test clock, on a database with `addRunData`. */
export const runWorld = (db: () => Database, start = '2026-03-02T12:00:00Z') => {
  const time = createTestClock(start);
  const logged: Record<string, unknown>[] = [];
  let services: Services;

  beforeAll(async () => {
    services = servicesAt(db(), time.clock);
    await addRunData(db());
  });
  beforeEach(() => {
    time.set(start);
    logged.length = 0;
  });
  afterEach(async () => {
    const { kysely } = db();
    for (const table of ['alert', 'schedule', 'job_run', 'delivery', 'outbox_mail', 'engagement'] as const)
      await kysely.deleteFrom(table).execute();
  });

  const added = () => addRunWorld(db(), time.clock);
  const kind = (): BatchKind =>
    alertKind(services, { info: (line: object) => void logged.push({ ...line }) } as never);
  const errors: unknown[] = [];
  const logger = {
    warn: (line: { err: unknown }) => void errors.push(line.err),
    error: (line: { err: unknown }) => void errors.push(line.err),
  };
  /** Sets the clock and works until no run of an alert is due. */
  const runAt = async (instant: string, kinds: readonly JobKind[] = [kind()]): Promise<void> => {
    time.set(instant);
    errors.length = 0;
    await createRunner({ db: db(), kinds, logger: logger as never, clock: time.clock }).runDue();
  };

  const runs = () => db().kysely.selectFrom('alert_run').selectAll().orderBy('slot').execute();
  const entities = () =>
    db()
      .kysely.selectFrom('alert_run_entity')
      .innerJoin('alert_run', 'alert_run.id', 'run_id')
      .select([
        'slot',
        'view',
        'entity_id',
        'outcome',
        'activities',
        'readers',
        'baseline_activities',
        'direction',
      ])
      .orderBy('slot')
      .orderBy('view')
      .orderBy('entity_id')
      .execute();
  const received = () =>
    db()
      .kysely.selectFrom('alert_run_recipient')
      .innerJoin('alert_run', 'alert_run.id', 'run_id')
      .selectAll('alert_run_recipient')
      .select('slot')
      .orderBy('slot')
      .orderBy('user_id')
      .execute();
  const mails = () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute();
  const jobRuns = () =>
    db().kysely.selectFrom('job_run').selectAll().where('kind', '=', 'alert').orderBy('slot_key').execute();

  return {
    time,
    logged,
    errors,
    services: () => services,
    addPerson: (person: NewPerson = {}) => added().addPerson(person),
    addAlert: (alert: NewAlert) => added().addAlert(alert),
    addActivities: (activities: NewActivities) => added().addActivities(activities),
    addActivitiesAt: (times: readonly Date[]) => added().addActivitiesAt(times),
    /** Stores the filters of an alert, whoever may use them. */
    setFilters: (id: string, filters: readonly Filter[]) =>
      db()
        .kysely.updateTable('alert')
        .set({ filters: JSON.stringify(filters) })
        .where('id', '=', id)
        .execute(),
    kind,
    runAt,
    runs,
    entities,
    received,
    mails,
    jobRuns,
  };
};
