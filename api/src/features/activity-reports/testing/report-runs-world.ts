import type { SendDay } from '@readerlens/contract';
import type { ReportType } from '@readerlens/contract/activity-reports';
import { reportTypes } from '@readerlens/contract/activity-reports';
import type { Services } from '../../../people/services.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { createRunner, saveSchedule } from '../../../platform/jobs/index.ts';
import { secondsAfter } from '../../../platform/time.ts';
import type { JobKind, SingleKind } from '../../../platform/jobs/index.ts';
import { createTestClock } from '../../../platform/jobs/testing/test-runner.ts';
import { addRunData, addRunWorld } from '../../alerts/testing/run-world.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import { subscribeToReport } from '../report-webhook.ts';
import { buildReportSchedule } from '../report-configs.ts';
import { reportKind } from '../report-job.ts';

export interface NewReport {
  readonly owner: UserRow;
  readonly type?: ReportType;
  readonly clientId?: number;
  readonly days?: readonly SendDay[];
  readonly timeZone?: string;
  readonly filters?: readonly object[];
  readonly isAggregated?: boolean;
  readonly includesQuality?: boolean;
  readonly hasAttachment?: boolean;
  /** Before the creation. */
  readonly pastDays?: number;
}

/** Adds a configuration with its schedule. Returns its id. */
export const addReport = async (
  db: Database,
  now: Date,
  {
    owner,
    type = 'Consolidated',
    clientId = 1,
    days = ['M', 'T', 'W', 'TH', 'F'],
    timeZone = 'UTC',
    filters = [],
    isAggregated = false,
    includesQuality = true,
    hasAttachment = false,
    pastDays = 0,
  }: NewReport,
): Promise<string> => {
  const values = {
    owner_id: owner.id,
    client_id: clientId,
    email: 'contact@partners.example',
    first_name: 'Nora',
    last_name: 'Vane',
    report_type: reportTypes[type],
    send_days: [...days],
    time_zone: timeZone,
    is_aggregated: isAggregated,
    includes_quality: includesQuality,
    has_attachment: hasAttachment,
    is_disabled: false,
    available_from: secondsAfter(now, -pastDays * 86_400),
    created_at: now,
    created_by: owner.id,
    updated_at: now,
    updated_by: owner.id,
  };
  return db.transaction(async (trx) => {
    const { id } = await trx
      .insertInto('activity_report_config')
      .values({ ...values, filters: JSON.stringify(filters) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveSchedule(trx, buildReportSchedule(id, values), now);
    await subscribeToReport(trx, id, values, null, now);
    return id;
  });
};

/** The worker of reports with a test clock, on a database with the clients, readers and document of `addRunData`. */
export const reportRunsWorld = (
  db: () => Database,
  start = '2026-03-02T12:00:00Z',
  environment: Readonly<Record<string, string>> = {},
) => {
  const time = createTestClock(start);
  let services: Services;

  beforeAll(async () => {
    services = servicesAt(db(), time.clock, environment);
    await addRunData(db());
  });
  beforeEach(() => time.set(start));
  afterEach(async () => {
    const { kysely } = db();
    const tables = [
      'activity_report_config',
      'webhook_subscription',
      'schedule',
      'job_run',
      'outbox_mail',
      'engagement',
    ] as const;
    for (const table of tables) await kysely.deleteFrom(table).execute();
  });

  const errors: unknown[] = [];
  const logger = {
    warn: (line: { err: unknown }) => void errors.push(line.err),
    error: (line: { err: unknown }) => void errors.push(line.err),
  };
  const kind = (): SingleKind => reportKind(services, { info: () => {} } as never);
  const added = () => addRunWorld(db(), time.clock);

  return {
    time,
    errors,
    kind,
    services: () => services,
    addReport: (report: NewReport) => addReport(db(), time.clock(), report),
    addPerson: (...args: Parameters<ReturnType<typeof added>['addPerson']>) => added().addPerson(...args),
    addActivities: (...args: Parameters<ReturnType<typeof added>['addActivities']>) =>
      added().addActivities(...args),
    /** Sets the clock and works until no run is due. */
    runAt: async (instant: string, kinds: readonly JobKind[] = [kind()]): Promise<void> => {
      time.set(instant);
      errors.length = 0;
      await createRunner({ db: db(), kinds, logger: logger as never, clock: time.clock }).runDue();
    },
    runs: () => db().kysely.selectFrom('activity_report_run').selectAll().orderBy('run_at').execute(),
    sent: () =>
      db()
        .kysely.selectFrom('activity_report_activity')
        .select(['activity_id', 'config_id'])
        .orderBy('activity_id')
        .execute(),
    mails: () => db().kysely.selectFrom('outbox_mail').selectAll().orderBy('id').execute(),
    deliveries: () => db().kysely.selectFrom('delivery').selectAll().orderBy('item').execute(),
    jobRuns: () =>
      db()
        .kysely.selectFrom('job_run')
        .select(['slot_key', 'state', 'error'])
        .where('kind', '=', 'activity-report')
        .orderBy('slot_key')
        .execute(),
  };
};
