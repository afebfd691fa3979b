import { reportTypes } from '@readerlens/contract/activity-reports';
import type { ReportType, SendDay } from '@readerlens/contract/activity-reports';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import { termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { addDays, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface DemoReport {
  /** The part of the e-mail address before the @. */
  readonly owner: string;
  /** E-mail address, first and last name. */
  readonly contact: readonly [string, string, string];
  readonly type: ReportType;
  readonly clientId: number;
  readonly filters?: readonly Filter[];
  readonly activityTypes?: readonly ActivityType[];
  readonly days: readonly SendDay[];
  readonly timeZone?: string;
  readonly isAggregated?: boolean;
  readonly leavesOutQuality?: boolean;
  readonly hasAttachment?: boolean;
  readonly isDisabled?: boolean;
  /** Days since messages are paused after repeated failure. */
  readonly pausedDays?: number;
  /** Days since it was created. */
  readonly age: number;
  /** Days before its creation that the first run covers. */
  readonly pastDays: number;
}

const late = termsFilter('BuyersJourneyStage', [{ id: 'Late', name: 'Late' }]);
const best = termsFilter('Quality', [{ id: '3', name: '3' }]);
/** The client that receives webhook messages. */
const webhookClientId = 4;

const reports: readonly DemoReport[] = [
  {
    owner: 'admin',
    contact: ['sales@partners.example', 'Maren', 'Lindqvist'],
    type: 'Consolidated',
    clientId: 1,
    filters: [late],
    activityTypes: ['Engagement', 'CustomerRequest'],
    days: ['M', 'TH'],
    timeZone: 'Europe/Berlin',
    age: 24,
    pastDays: 365,
  },
  {
    owner: 'admin',
    contact: ['marketing@partners.example', 'Tomas', 'Ferreira'],
    type: 'Consolidated',
    clientId: 3,
    filters: [best],
    activityTypes: ['Engagement'],
    days: ['M', 'T', 'W', 'TH', 'F'],
    timeZone: 'America/New_York',
    isAggregated: true,
    leavesOutQuality: true,
    hasAttachment: true,
    age: 9,
    pastDays: 365,
  },
  {
    owner: 'internal',
    contact: ['requests@partners.example', 'Noor', 'Haddad'],
    type: 'Individual',
    clientId: 2,
    filters: [late, best],
    days: ['T', 'F'],
    age: 16,
    pastDays: 0,
  },
  {
    owner: 'client',
    contact: ['client@demo.example', 'Clio', 'Client'],
    type: 'Consolidated',
    clientId: 1,
    filters: [best],
    activityTypes: ['Webinar', 'Event'],
    days: ['F'],
    timeZone: 'Europe/London',
    age: 30,
    pastDays: 365,
  },
  {
    owner: 'admin',
    contact: ['crm@partners.example', 'Priya', 'Raman'],
    type: 'Webhook',
    clientId: webhookClientId,
    filters: [late],
    activityTypes: ['Engagement'],
    days: ['W'],
    pausedDays: 2,
    age: 40,
    pastDays: 7,
  },
  {
    owner: 'sysadmin',
    contact: ['data@partners.example', 'Jonas', 'Weber'],
    type: 'Webhook',
    clientId: 5,
    activityTypes: ['CustomerRequest'],
    days: ['M'],
    age: 3,
    pastDays: 0,
  },
  {
    owner: 'internal',
    contact: ['archive@partners.example', 'Elena', 'Rossi'],
    type: 'Consolidated',
    clientId: 2,
    filters: [late],
    activityTypes: ['Engagement'],
    days: ['M'],
    isDisabled: true,
    age: 60,
    pastDays: 365,
  },
];

const columns = [
  'id',
  'owner_id',
  'client_id',
  'email',
  'first_name',
  'last_name',
  'report_type',
  'send_days',
  'time_zone',
  'is_aggregated',
  'includes_quality',
  'has_attachment',
  'is_disabled',
  'filters',
  'indices',
  'available_from',
  'occurred_from',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const;

const toRow = (report: DemoReport, id: string, now: number): unknown[] => {
  const { type, filters = [], activityTypes = [], age, pastDays } = report;
  const [email, firstName, lastName] = report.contact;
  const ownerId = findUserId(report.owner);
  const createdAt = new Date(toDay(addDays(now, -age)));
  const from = new Date(toDay(addDays(now, -age - pastDays)));
  return [
    id,
    ownerId,
    report.clientId,
    email,
    firstName,
    lastName,
    reportTypes[type],
    report.days,
    report.timeZone ?? 'UTC',
    report.isAggregated ?? false,
    !report.leavesOutQuality,
    report.hasAttachment ?? false,
    report.isDisabled ?? false,
    JSON.stringify(filters),
    activityTypes,
    from,
    type === 'Consolidated' ? from : null,
    createdAt,
    ownerId,
    createdAt,
    ownerId,
  ];
};

const subscriptionColumns = [
  'client_id',
  'source_kind',
  'source_id',
  'event',
  'failed_messages',
  'paused_at',
  'created_at',
] as const;

const subscriptionRow = ({ clientId, age, pausedDays }: DemoReport, id: string, now: number): unknown[] => [
  clientId,
  'activity-report',
  id,
  'activity-report.delivered',
  pausedDays === undefined ? 0 : 3,
  pausedDays === undefined ? null : new Date(addDays(now, -pausedDays)),
  new Date(toDay(addDays(now, -age))),
];

const reportTables = ({ now }: World, random: Random): DemoTable[] => {
  const stored = reports.map((report) => ({ report, id: uuid(random) }));
  return [
    {
      table: 'activity_report_config',
      columns,
      rows: stored.map(({ report, id }) => toRow(report, id, now)),
    },
    {
      table: 'webhook_subscription',
      columns: subscriptionColumns,
      rows: stored
        .filter(({ report }) => report.type === 'Webhook')
        .map(({ report, id }) => subscriptionRow(report, id, now)),
    },
    {
      table: 'client_webhook',
      columns: ['client_id', 'url', 'updated_at', 'updated_by'],
      rows: [
        [
          webhookClientId,
          'https://hooks.partners.example/readerlens',
          new Date(addDays(now, -40)),
          findUserId('admin'),
        ],
      ],
    },
  ];
};

/** Activity reports of the demo users in every state. Their past runs are made once the activities are in the database. */
export const reportsPart: DemoPart = {
  name: 'activity-reports',
  tables: (world, _context, random) => reportTables(world, random),
};
