import type { AlertType, DayOfMonth, DayOfWeek, Frequency } from '@readerlens/contract';
import { aggFields, alertSteps, thresholdDirections } from '@readerlens/contract/alerts';
import type { AlertStep } from '@readerlens/contract/alerts';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { defaultExportColumns } from '@readerlens/contract/explorer';
import { termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { addDays, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { demoUsers, findUserId } from './demo-users.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface Behavior {
  readonly by: keyof typeof aggFields;
  readonly months: number;
  readonly readers?: number;
  readonly count?: number;
  readonly baselineMonths?: number;
  readonly baselineCount?: number;
  readonly percent?: number;
  readonly direction?: keyof typeof thresholdDirections;
}

interface DemoAlert {
  readonly name: string;
  readonly description?: string;
  /** The part of the e-mail address before the @. */
  readonly owner: string;
  /** The owner first; accounts that are not announced by their id. */
  readonly recipients?: readonly (string | number)[];
  readonly type: AlertType;
  readonly filters?: readonly Filter[];
  readonly activityTypes?: readonly ActivityType[];
  readonly behavior?: Behavior;
  readonly schedule?: readonly [Frequency, (DayOfWeek | DayOfMonth)?];
  readonly timeZone?: string;
  /** The last step that was saved. */
  readonly step: AlertStep;
  /** Days since the schedule was activated; undefined for one that is not active. */
  readonly activeDays?: number;
  /** For so many days. */
  readonly snoozedDays?: number;
  /** Days since it was created. */
  readonly age: number;
}

const change: AlertType = 'ChangeInActivitiesNotification';
const series: AlertType = 'SeriesOfActivitiesNotification';
const specific: AlertType = 'SpecificActivityNotification';

/** Accounts of `accounts.ts`; this one was deleted. */
const deletedAccountId = demoUsers.length + 4;
const unpaidClientId = 9;

const buildFilters = ({ dimensions: { clients } }: World) => ({
  ofClients: (...ids: number[]) =>
    termsFilter(
      'Clients',
      clients.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id: String(id), name })),
    ),
  late: termsFilter('BuyersJourneyStage', [{ id: 'Late', name: 'Late' }]),
  revenue: { $type: 'Numeric', field: 'Revenue', op: 'GreaterThan', value: 1_000_000 } satisfies Filter,
});

/** Alerts that run, with their past runs. */
const activeAlerts = (world: World): DemoAlert[] => {
  const { ofClients, late } = buildFilters(world);
  return [
    {
      name: 'Accounts that are warming up',
      description: 'Organizations that read much more than in the months before.',
      owner: 'admin',
      recipients: ['internal', 'client'],
      type: change,
      filters: [ofClients(1)],
      activityTypes: ['Engagement'],
      behavior: {
        by: 'ReaderOrg',
        months: 1,
        readers: 4,
        baselineMonths: 3,
        baselineCount: 10,
        percent: 60,
        direction: 'Positive',
      },
      schedule: ['Weekly', 'Monday'],
      timeZone: 'Europe/Berlin',
      step: 'Activate',
      activeDays: 75,
      age: 80,
    },
    {
      name: 'Accounts that fell silent',
      owner: 'admin',
      recipients: ['sysadmin', 'client'],
      type: change,
      filters: [ofClients(3)],
      activityTypes: ['Engagement'],
      behavior: {
        by: 'ReaderOrg',
        months: 1,
        readers: 5,
        baselineMonths: 3,
        baselineCount: 30,
        percent: 80,
        direction: 'Negative',
      },
      schedule: ['Monthly', 'First'],
      step: 'Activate',
      activeDays: 150,
      age: 152,
    },
    {
      name: 'Webinar registrations',
      owner: 'internal',
      recipients: ['admin'],
      type: specific,
      filters: [ofClients(2)],
      activityTypes: ['Webinar'],
      schedule: ['Weekly', 'Tuesday'],
      timeZone: 'Europe/Berlin',
      step: 'Activate',
      activeDays: 50,
      age: 90,
    },
    {
      name: 'New customer requests',
      description: 'For a reply within a day.',
      owner: 'internal',
      recipients: ['admin', 'sysadmin'],
      type: specific,
      filters: [ofClients(2)],
      activityTypes: ['CustomerRequest'],
      schedule: ['Daily'],
      timeZone: 'Europe/Berlin',
      step: 'Activate',
      activeDays: 10,
      age: 12,
    },
    {
      name: 'Readers close to a decision',
      description: 'Who reads late-stage content again and again.',
      owner: 'client',
      recipients: ['internal'],
      type: series,
      filters: [ofClients(1, 3), late],
      activityTypes: ['Engagement'],
      behavior: { by: 'Reader', months: 1, count: 4 },
      schedule: ['Weekly', 'Thursday'],
      timeZone: 'America/New_York',
      step: 'Activate',
      activeDays: 60,
      age: 61,
    },
    {
      name: 'Requests of the week',
      owner: 'client',
      type: specific,
      filters: [ofClients(1)],
      activityTypes: ['CustomerRequest'],
      schedule: ['Weekly', 'Monday'],
      step: 'Activate',
      activeDays: 45,
      age: 45,
    },
    {
      name: 'Teams that read together',
      owner: 'internal',
      recipients: ['sysadmin'],
      type: series,
      filters: [ofClients(3)],
      activityTypes: ['Engagement', 'Webinar'],
      behavior: { by: 'ReaderOrg', months: 2, count: 20, readers: 8 },
      schedule: ['Monthly', 'Mid'],
      step: 'Activate',
      activeDays: 130,
      snoozedDays: 21,
      age: 140,
    },
  ];
};

/** Alerts that do not run: incomplete, not activated, or disabled. */
const otherAlerts = (world: World): DemoAlert[] => {
  const { ofClients, late, revenue } = buildFilters(world);
  const common = {
    type: series,
    filters: [ofClients(1), late],
    activityTypes: ['Engagement'],
    behavior: { by: 'Reader', months: 2, count: 8 },
  } as const satisfies Partial<DemoAlert>;
  return [
    { name: 'Draft: event visitors', owner: 'admin', type: specific, step: 'Begin', age: 1 },
    { ...common, name: 'Draft: late stage in biologics', owner: 'client', step: 'DefineFilters', age: 3 },
    { ...common, name: 'Draft: frequent readers', owner: 'internal', step: 'BehaviorChange', age: 6 },
    {
      ...common,
      name: 'Draft: for the sales team',
      owner: 'admin',
      recipients: ['internal'],
      step: 'SetAlert',
      age: 8,
    },
    { ...common, name: 'Draft: quarterly check', owner: 'client', step: 'Frequency', age: 10 },
    {
      ...common,
      name: 'Ready for the next campaign',
      owner: 'admin',
      recipients: ['client'],
      step: 'Activate',
      age: 20,
    },
    {
      ...common,
      name: 'Campaign that has ended',
      owner: 'internal',
      filters: [ofClients(unpaidClientId)],
      step: 'Activate',
      activeDays: 100,
      age: 101,
    },
    {
      ...common,
      name: 'Reports for a colleague who left',
      owner: 'admin',
      recipients: ['client', deletedAccountId],
      step: 'Activate',
      activeDays: 70,
      age: 71,
    },
    {
      ...common,
      name: 'Large companies',
      owner: 'client',
      filters: [ofClients(1), revenue],
      step: 'Activate',
      activeDays: 40,
      age: 42,
    },
  ];
};

const isSaved = ({ step }: DemoAlert, other: AlertStep): boolean => alertSteps[step] >= alertSteps[other];

const listBehaviorValues = (alert: DemoAlert): unknown[] => {
  const { behavior } = alert;
  if (!behavior || !isSaved(alert, 'BehaviorChange')) return Array.from({ length: 8 }, () => null);
  const { by, months, count, readers, baselineMonths, baselineCount, percent, direction } = behavior;
  return [
    aggFields[by],
    months,
    count ?? null,
    readers ?? null,
    baselineMonths ?? null,
    baselineCount ?? null,
    percent ?? null,
    direction === undefined ? null : thresholdDirections[direction],
  ];
};

const buildSchedule = ({ schedule = ['Monthly'] }: DemoAlert) => {
  const [frequency, date] = schedule;
  const isOfMonth = date === 'First' || date === 'Mid';
  return [frequency, date === undefined || isOfMonth ? 'Monday' : date, isOfMonth ? date : 'First'];
};

const alertRow = (alert: DemoAlert, id: string, now: number): unknown[] => {
  const { name, description = '', type, filters = [], activityTypes = [], timeZone = 'UTC' } = alert;
  const { activeDays, snoozedDays, age } = alert;
  const ownerId = findUserId(alert.owner);
  const createdAt = new Date(addDays(now, -age));
  // Before the first slot of the day.
  const activeSince = activeDays === undefined ? null : new Date(toDay(addDays(now, -activeDays)));
  const hasFilters = isSaved(alert, 'DefineFilters');
  return [
    id,
    ownerId,
    type,
    name,
    description,
    JSON.stringify(hasFilters ? filters : []),
    hasFilters ? activityTypes : [],
    ...listBehaviorValues(alert),
    ...buildSchedule(alert),
    timeZone,
    isSaved(alert, 'Frequency') ? defaultExportColumns : [],
    alertSteps[alert.step],
    alert.step === 'Activate',
    activeSince !== null,
    snoozedDays === undefined ? null : new Date(addDays(now, snoozedDays)).toISOString().slice(0, 10),
    activeSince === null ? 1 : 2,
    activeSince,
    createdAt,
    ownerId,
    activeSince ?? createdAt,
    ownerId,
  ];
};

const alertColumns = [
  'id',
  'owner_id',
  'type',
  'name',
  'description',
  'filters',
  'indices',
  'agg_field',
  'activity_months',
  'minimum_count',
  'unique_user_count',
  'baseline_activity_months',
  'minimum_baseline_activities',
  'minimum_threshold_percent',
  'threshold_direction',
  'frequency',
  'day_of_week',
  'day_of_month',
  'time_zone',
  'export_columns',
  'last_step',
  'is_complete',
  'schedule_active',
  'snoozed_until',
  'definition_version',
  'active_since',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const;

const recipientRows = (alert: DemoAlert, id: string): unknown[][] => {
  if (!isSaved(alert, 'SetAlert')) return [];
  return [alert.owner, ...(alert.recipients ?? [])].map((person, position) => {
    const userId = findUserId(person);
    const role = position === 0 ? 'Admin' : (demoUsers[userId - 1]?.role ?? 'Client');
    return [id, userId, role, position];
  });
};

const alertTables = (world: World, random: Random): DemoTable[] => {
  const alerts = [...activeAlerts(world), ...otherAlerts(world)].map((alert) => ({
    alert,
    id: uuid(random),
  }));
  return [
    {
      table: 'alert',
      columns: alertColumns,
      rows: alerts.map(({ alert, id }) => alertRow(alert, id, world.now)),
    },
    {
      table: 'alert_recipient',
      columns: ['alert_id', 'user_id', 'role', 'position'],
      rows: alerts.flatMap(({ alert, id }) => recipientRows(alert, id)),
    },
  ];
};

/** Alerts of the demo users in every state. Their past runs are evaluated once the activities are in the database. */
export const alertsPart: DemoPart = {
  name: 'alerts',
  tables: (world, _context, random) => alertTables(world, random),
};
