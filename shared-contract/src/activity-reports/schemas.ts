import { Type } from 'typebox';
import type { Static } from 'typebox';
import { EngagementRow } from '../explorer/schemas.ts';
import {
  ActivityTypeSchema,
  ActivityTypesInput,
  Count,
  FilterItem,
  Id,
  Moment,
  enumSchema,
  object,
  orNull,
} from '../schemas.ts';
import { reportTypes, sendDayCodes } from './vocabulary.ts';
import type { ReportTypeCode } from './vocabulary.ts';

const Filters = Type.Array(FilterItem, { maxItems: 200 });
const reportTypeNames = Object.keys(reportTypes) as (keyof typeof reportTypes)[];

export const ReportTypeCodeSchema = Type.Unsafe<ReportTypeCode>(
  Type.Integer({
    minimum: 1,
    maximum: 3,
    description: Object.entries(reportTypes)
      .map(([name, code]) => `${code}: ${name}`)
      .join(', '),
  }),
);
const SendDays = Type.Array(enumSchema(sendDayCodes), { maxItems: sendDayCodes.length });
const TimeZone = Type.String({ maxLength: 60, description: 'IANA name' });

const configFields = {
  id: Id,
  userId: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  companyId: Type.String({
    description: "The contact's client; also the report's, unless its filters name clients",
  }),
  clientName: Type.String({ description: 'Of companyId' }),
  onlineId: orNull(
    Type.String({
      description: "The contact's community; also the report's, unless its filters name communities",
    }),
  ),
  aggregateSubsequent: Type.Boolean(),
  reportType: ReportTypeCodeSchema,
  reportTypeEnum: enumSchema(reportTypeNames),
  sendDays: SendDays,
  timeZone: TimeZone,
  lastSentOn: orNull(Moment),
  includeActivityQualityColumn: Type.Boolean(),
  includeEmailAttachement: Type.Boolean({
    description: 'Whether mails have the file attached; otherwise they link to it',
  }),
  disabled: Type.Boolean({ description: 'The contact receives no engagements or customer requests' }),
  sendToWebhook: Type.Boolean(),
  filterModel: object({
    filters: Filters,
    indices: Type.Array(ActivityTypeSchema, { description: 'Activity types' }),
  }),
  companies: Type.Array(Type.String({ description: 'Client of the report' })),
  onlines: Type.Array(Type.String({ description: 'Community of the report, if limited to some' })),
  iconTooltip: Type.String(),
  scheduleClass: enumSchema(['active', 'inactive'] as const),
  scheduleTooltip: Type.String(),
  editUrl: Type.String({ description: 'Path of its page' }),
};

export const ActivityReportConfig = object({
  ...configFields,
  version: Type.Integer(),
  editable: Type.Boolean(),
  nextRunOn: orNull(Moment),
  channelId: orNull(
    Type.String({ description: 'The Slack or Teams channel that gets the messages; null for the webhook' }),
  ),
  webhookPausedOn: orNull(
    Type.String({ description: 'ISO 8601, UTC: when messages stopped after repeated failure' }),
  ),
  problem: orNull(
    Type.String({
      description: 'Why no report can be sent at present, or that the last one was not delivered',
    }),
  ),
});
export type ActivityReportConfig = Static<typeof ActivityReportConfig>;

/** Longer texts are refused with a message for their field. Missing contact details are those of the user. */
export const ActivityReportConfigInput = object({
  id: Type.Optional(orNull(Id)),
  userId: Id,
  email: Type.Optional(Type.String({ maxLength: 1000, description: 'At most 254 characters' })),
  firstName: Type.Optional(Type.String({ maxLength: 1000, description: 'At most 50 characters' })),
  lastName: Type.Optional(Type.String({ maxLength: 1000, description: 'At most 50 characters' })),
  companyId: Type.Optional(Type.String({ maxLength: 64 })),
  onlineId: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
  aggregateSubsequent: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
  reportType: Type.Optional(ReportTypeCodeSchema),
  filters: Filters,
  indices: Type.Optional(ActivityTypesInput),
  includeActivityQualityColumn: Type.Optional(Type.Boolean()),
  includeEmailAttachement: Type.Optional(Type.Boolean()),
  sendDays: Type.Array(Type.String({ maxLength: 10 }), {
    maxItems: 10,
    description: `Codes: ${sendDayCodes.join(', ')}`,
  }),
  timeZone: Type.Optional(TimeZone),
  channelId: Type.Optional(
    orNull(
      Type.String({
        maxLength: 64,
        description: 'Of the type Webhook: a channel of the client; null for its webhook',
      }),
    ),
  ),
  pastDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 365, description: 'Only for a new report: 0, 7, 30 or 365' }),
  ),
  startDate: Type.Optional(
    Type.String({
      maxLength: 10,
      description:
        'Only for a new report, instead of `pastDays`: the first day of the first run, YYYY-MM-DD in its time zone, within the last 365 days. Without both, a consolidated report covers the last year and others what becomes available from now on',
    }),
  ),
  version: Type.Optional(
    Type.Integer({ description: 'That was edited; refused with 409 if it is no longer the present one' }),
  ),
});
export type ActivityReportConfigInput = Static<typeof ActivityReportConfigInput>;

/** The run of a report. Counts and names are of what the caller may see. */
export const ActivityReportRun = object({
  id: Id,
  userId: Id,
  activityReportConfigId: Id,
  reportType: ReportTypeCodeSchema,
  aggregateSubsequent: Type.Boolean(),
  contact: object({ email: Type.String(), name: Type.String() }),
  sasUrl: orNull(Type.String({ description: 'Path of the file; null if there is none' })),
  filePath: orNull(Type.String({ description: 'Same as sasUrl' })),
  reportFileName: orNull(Type.String()),
  sendDays: SendDays,
  timeZone: TimeZone,
  runOn: Moment,
  startDate: Moment,
  endDate: Moment,
  isManual: Type.Boolean({ description: 'Whether it was started by Send now' }),
  filterModel: object({ filters: Filters, indices: Type.Array(ActivityTypeSchema) }),
  activityTypes: Type.Array(ActivityTypeSchema),
  recordsCount: Count,
  totalMatched: Type.Integer({ minimum: 0, description: 'Same as recordsCount' }),
  companies: Type.Array(Type.String({ description: 'Client with activities in the run' })),
  onlines: Type.Array(Type.String({ description: 'Community, if the report is limited to some' })),
  state: enumSchema(
    ['empty', 'queued', 'sent', 'failed'] as const,
    'empty: nothing to send. queued: some deliveries are not done. failed: some deliveries failed',
  ),
});
export type ActivityReportRun = Static<typeof ActivityReportRun>;

/** A mail or a webhook message of a run. */
export const ReportDelivery = object({
  id: Id,
  channel: enumSchema(['mail', 'webhook'] as const),
  recipient: Type.String({ description: 'E-mail address or host of the webhook' }),
  subject: Type.String({ description: 'Of the mail, or the number of activities of a webhook message' }),
  state: enumSchema(['queued', 'sent', 'failed'] as const),
  attempts: Count,
  responseStatus: orNull(Type.Integer({ description: 'HTTP status of a webhook' })),
  response: orNull(Type.String({ description: "Start of the server's response" })),
  error: orNull(Type.String()),
  messageId: orNull(Type.String({ description: 'Message-ID or webhook-id' })),
  createdOn: Moment,
  sentOn: orNull(Moment),
  nextAttemptOn: orNull(Moment),
  canReplay: Type.Boolean(),
});
export type ReportDelivery = Static<typeof ReportDelivery>;

export const ActivityReportDetails = object({
  ...ActivityReportRun.properties,
  editable: Type.Boolean(),
  disabled: Type.Boolean(),
  editUrl: Type.String(),
  parameters: Type.Array(object({ name: Type.String(), operation: Type.String(), value: Type.String() }), {
    description: 'Filters in words',
  }),
  schedule: Type.String({ description: 'In words' }),
});
export type ActivityReportDetails = Static<typeof ActivityReportDetails>;

export const ReportActivities = object({
  items: Type.Array(EngagementRow),
  total: Count,
  page: Count,
  pageSize: Count,
});
export type ReportActivities = Static<typeof ReportActivities>;

/** What the next run would send if it started now. */
export const ReportPreview = object({
  startDate: Moment,
  endDate: Moment,
  recordsCount: Count,
  mails: Type.Integer({ minimum: 0, description: 'Number of mails or webhook messages' }),
  mail: orNull(object({ subject: Type.String(), html: Type.String(), text: Type.String() })),
  fileName: orNull(Type.String({ description: 'Of the file of the mail' })),
  attached: Type.Boolean({ description: 'Whether the mail has its file attached; otherwise it links to it' }),
  payload: orNull(
    Type.String({ description: 'The JSON text of the first message to the webhook or the channel' }),
  ),
});
export type ReportPreview = Static<typeof ReportPreview>;

export const DeliveryContent = object({
  subject: Type.String(),
  html: orNull(Type.String()),
  text: Type.String({ description: 'The text of a mail, or the JSON of a webhook message' }),
});
export type DeliveryContent = Static<typeof DeliveryContent>;
