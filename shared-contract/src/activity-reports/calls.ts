import { Type } from 'typebox';
import { anyone, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, Id, Moment, enumSchema, object, withDropped } from '../schemas.ts';
import {
  ActivityReportConfig,
  ActivityReportConfigInput,
  ActivityReportDetails,
  ActivityReportRun,
  DeliveryContent,
  ReportActivities,
  ReportDelivery,
  ReportPreview,
} from './schemas.ts';

const tag = 'Activity reports';
const webhooks = 'Webhooks';
const access = signedIn;
const params = object({ id: Id });
const runParams = object({ configId: Id, reportId: Id });

const paged = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 50' })),
  sortDir: Type.Optional(enumSchema(['asc', 'desc'] as const, 'Default: desc')),
};
const pageProperties = { total: Count, page: Count, pageSize: Count };
const configList = { items: Type.Array(ActivityReportConfig), ...pageProperties };
const runList = { items: Type.Array(ActivityReportRun), ...pageProperties };

export const activityReportsCalls = {
  'GET /api/activity-report-configs/user/{userId}': {
    tag,
    summary: "A page of a user's activity report configurations",
    access,
    params: object({ userId: Id }),
    query: object({
      ...paged,
      sortBy: Type.Optional(
        enumSchema(
          ['contact', 'reportType', 'lastSentOn', 'schedule', 'createdOn'] as const,
          'Default: createdOn',
        ),
      ),
    }),
    data: object(configList),
    top: object(configList),
  },
  'GET /api/activity-report-config/{id}': {
    tag,
    summary: 'One activity report configuration',
    access,
    params,
    data: ActivityReportConfig,
  },
  'POST /api/activity-report-config': {
    tag,
    summary: 'Creates an activity report configuration',
    access,
    body: ActivityReportConfigInput,
    data: withDropped(ActivityReportConfig),
  },
  'PATCH /api/activity-report-config/{id}': {
    tag,
    summary: 'Replaces an activity report configuration',
    access,
    params,
    body: ActivityReportConfigInput,
    data: withDropped(ActivityReportConfig),
  },
  'DELETE /api/activity-report-config/{id}': {
    tag,
    summary: 'Deletes an activity report configuration; its runs stay',
    access,
    params,
    data: Type.Null(),
  },
  'POST /api/activity-report-config/preview': {
    tag,
    summary: 'What a new configuration would send if its first run started now; nothing is stored',
    access,
    reads: true,
    body: object({ draft: ActivityReportConfigInput }),
    data: withDropped(ReportPreview),
  },
  'POST /api/activity-report-config/{id}/preview': {
    tag,
    summary:
      'What the configuration, with the changes of a draft, would send if its next run started now; nothing is stored',
    access,
    reads: true,
    params,
    body: object({ draft: Type.Optional(ActivityReportConfigInput) }),
    data: withDropped(ReportPreview),
  },
  'POST /api/activity-report-config/{id}/send-now': {
    tag,
    summary: 'Sends the report now; the next scheduled run then starts where this one ends',
    access,
    params,
    data: object({ reportId: Id }),
  },
  'POST /api/activity-report-config/{id}/resume': {
    tag: webhooks,
    summary: 'Resumes the webhook messages of a configuration that were paused after repeated failure',
    access,
    params,
    data: ActivityReportConfig,
  },
  'POST /api/activity-report-config/{id}/replay': {
    tag: webhooks,
    summary: 'Sends the webhook messages of a period again, with the same webhook-id and body',
    access,
    params,
    body: object({ from: Moment, to: Moment }),
    data: object({ replayed: Count }),
  },
  'GET /api/activity-reports': {
    tag,
    summary: 'A page of the runs that the caller may see',
    access,
    query: object({
      ...paged,
      sortBy: Type.Optional(
        enumSchema(['runOn', 'contact', 'reportType', 'recordsCount'] as const, 'Default: runOn'),
      ),
      quiet: Type.Optional(Type.Boolean({ description: 'Also runs without activities; default: false' })),
      configId: Type.Optional(Id),
      query: Type.Optional(
        Type.String({ maxLength: 200, description: "Text in the contact's name or address" }),
      ),
    }),
    data: object(runList),
    top: object(runList),
  },
  'GET /api/activity-report/{configId}/{reportId}': {
    tag,
    summary: 'One run; with an activity, only if it sent that one',
    access,
    params: runParams,
    query: object({ activityId: Type.Optional(Id) }),
    data: ActivityReportDetails,
  },
  'GET /api/activity-report/{configId}/{reportId}/activities': {
    tag,
    summary: 'A page of the activities of a run that the caller may see now, newest first',
    access,
    params: runParams,
    query: object({ page: paged.page, pageSize: paged.pageSize }),
    data: ReportActivities,
    top: ReportActivities,
  },
  'GET /api/activity-report/{configId}/{reportId}/deliveries': {
    tag,
    summary: 'The mails or webhook messages of a run',
    access,
    params: runParams,
    data: object({ items: Type.Array(ReportDelivery) }),
  },
  'GET /api/activity-report/{configId}/{reportId}/file': {
    tag,
    summary: 'The activities of a run that the caller may see now; masked in Blinded Mode',
    access,
    params: runParams,
    data: Type.Unsafe<Blob>({}),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'GET /api/activity-report-file/{token}': {
    tag,
    summary: 'The file of the link in a mail',
    access: anyone,
    params: object({ token: Type.String({ minLength: 1, maxLength: 300 }) }),
    data: Type.Unsafe<Blob>({}),
    file: 'application/octet-stream',
  },
  'GET /api/activity-report-delivery/{id}': {
    tag,
    summary: 'A mail as the contact sees it, or the body of a webhook message',
    access,
    params,
    data: DeliveryContent,
  },
  'POST /api/activity-report-delivery/{id}/replay': {
    tag,
    summary:
      'Sends a webhook message again, with the same webhook-id and body, or a mail that failed, made again for the present contact',
    access,
    params,
    data: ReportDelivery,
  },
} as const satisfies Record<string, CallDefinition>;
