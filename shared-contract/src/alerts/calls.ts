import { Type } from 'typebox';
import { anyone, signedIn } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { ExportColumn } from '../explorer/schemas.ts';
import {
  ActivityTypesInput,
  Count,
  Email,
  FilterItem,
  Id,
  Moment,
  enumSchema,
  object,
  orNull,
  withDropped,
} from '../schemas.ts';
import { AlertDescription, AlertRun, AlertRunDetails, BackTest } from './runs.ts';
import {
  Alert,
  AlertListRow,
  AlertSubject,
  AlertSubjectCount,
  BehaviorChange,
  NamedAlertSubject,
  progress,
} from './schemas.ts';
import { alertTypes, daysOfMonth, daysOfWeek, frequencies, maxRecipients } from './vocabulary.ts';

const tag = 'Alerts';
const dashboardTag = 'Notification Dashboard';
const manages = { kind: 'user', claim: 'manageNotifications' } as const;
const views = { kind: 'user', claim: 'viewNotifications' } as const;
const params = object({ id: Id });

/** Longer texts are refused with a message for their field. */
const texts = {
  name: Type.String({ maxLength: 1000, description: 'At most 60 characters' }),
  description: Type.Optional(Type.String({ maxLength: 5000, description: 'At most 500 characters' })),
};

const paged = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 50' })),
  sortDir: Type.Optional(enumSchema(['asc', 'desc'] as const, 'Default: desc')),
  query: Type.Optional(Type.String({ maxLength: 200, description: 'Text in the name or the description' })),
};
const pageProperties = { total: Count, page: Count, pageSize: Count };

/** Of the caller; another value is ignored. */
const user = Type.Optional(Email);
const IsoDate = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'YYYY-MM-DD' });
const schedule = {
  frequency: enumSchema(frequencies),
  dayOfWeek: Type.Optional(enumSchema(daysOfWeek, 'Weekly only')),
  dayOfMonth: Type.Optional(
    enumSchema(Object.keys(daysOfMonth) as (keyof typeof daysOfMonth)[], 'Monthly only'),
  ),
  timeZone: Type.Optional(Type.String({ maxLength: 60, description: 'IANA name' })),
};
const unsubscribeParams = object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const alertsCalls = {
  'POST /api/notifications/search': {
    tag,
    summary: 'A page of the alerts that the caller owns or receives; at level Admin of all alerts',
    access: manages,
    reads: true,
    body: object({
      ...paged,
      subject: Type.Optional(AlertSubject),
      sortBy: Type.Optional(
        enumSchema(
          ['name', 'type', 'createdBy', 'updatedOn', 'lastRunOn', 'schedule'] as const,
          'Default: updatedOn',
        ),
      ),
    }),
    data: object({ items: Type.Array(AlertListRow), ...pageProperties }),
  },
  'GET /api/notification-subjects': {
    tag,
    summary: 'The readers and organizations that the alerts of `POST /api/notifications/search` are about',
    access: manages,
    data: Type.Array(AlertSubjectCount),
  },
  'GET /api/notification-subjects/{kind}/{id}': {
    tag,
    summary:
      'The reader or organization that a new alert can be about, by name; by pseudonym in Blinded Mode',
    access: manages,
    params: AlertSubject,
    data: NamedAlertSubject,
  },
  'POST /api/notification': {
    tag,
    summary: 'Creates an alert',
    access: manages,
    body: object({
      ...texts,
      type: enumSchema(alertTypes),
      subject: Type.Optional(orNull(AlertSubject)),
    }),
    data: object({ id: Id }),
  },
  'GET /api/notification/{id}': { tag, summary: 'One alert', access: manages, params, data: Alert },
  'GET /api/notification/{id}/description': {
    tag,
    summary: 'The parameters of an alert in words',
    access: signedIn,
    params,
    data: AlertDescription,
  },
  'PUT /api/notification/{id}/name': {
    tag,
    summary: 'Renames an alert',
    access: manages,
    params,
    body: object({ ...texts, ...progress }),
    data: Alert,
  },
  'PUT /api/notification/{id}/filters': {
    tag,
    summary: 'Sets the filters of an alert',
    access: manages,
    params,
    body: object({
      filters: Type.Array(FilterItem, { maxItems: 200 }),
      indices: ActivityTypesInput,
      subject: Type.Optional(
        Type.Union([AlertSubject, Type.Null()], {
          description: 'The only reader or organization; null for all. Default: as it was',
        }),
      ),
      ...progress,
    }),
    data: withDropped(Alert),
  },
  'PUT /api/notification/{id}/behavior-change': {
    tag,
    summary: 'Sets what an alert counts and when it fires',
    access: manages,
    params,
    body: BehaviorChange,
    data: Alert,
  },
  'PUT /api/notification/{id}/targets': {
    tag,
    summary: 'Sets the recipients of an alert',
    access: manages,
    params,
    body: object({
      user,
      targets: Type.Array(
        Type.Object({ userId: Id, isEmailSubscribed: Type.Optional(Type.Boolean({ default: true })) }),
        { maxItems: maxRecipients, description: 'Other properties of a recipient are ignored' },
      ),
      ...progress,
    }),
    data: Alert,
  },
  'PUT /api/notification/{id}/frequency': {
    tag,
    summary: 'Sets the schedule, the time zone and the export columns of an alert',
    access: manages,
    params,
    body: object({
      user,
      ...schedule,
      activateSchedule: Type.Boolean({ description: 'Without effect before the alert is complete' }),
      exportColumns: Type.Array(ExportColumn, { maxItems: 100 }),
      ...progress,
    }),
    data: Alert,
  },
  'GET /api/notification/{id}/mark-as-completed': {
    tag,
    summary: 'Completes an alert whose steps are done, unless a recipient is invalid',
    access: manages,
    reads: false,
    params,
    data: Alert,
  },
  'PUT /api/notification-enable/{id}': {
    tag,
    summary:
      'Opens a disabled alert for editing: removes deleted recipients, and takes over an alert whose owner was deleted or lost permissions',
    access: { kind: 'user', claim: 'manageNotifications', level: 'Admin' },
    params,
    data: Alert,
  },
  'GET /api/notification-schedule/{id}/activate': {
    tag,
    summary: 'Activates the schedule of a complete alert, unless a recipient is invalid',
    access: manages,
    reads: false,
    params,
    data: Alert,
  },
  'GET /api/notification-schedule/{id}/deactivate': {
    tag,
    summary: 'Deactivates the schedule of an alert',
    access: manages,
    reads: false,
    params,
    data: Alert,
  },
  'PUT /api/notification-snooze/{id}': {
    tag,
    summary: 'Suspends the runs of an alert until a date, or ends that',
    access: manages,
    params,
    body: object({ until: orNull(IsoDate) }),
    data: Alert,
  },
  'DELETE /api/notification/{id}': {
    tag,
    summary: 'Deletes an alert; its past runs stay with their recipients',
    access: manages,
    params,
    data: Type.Null(),
  },
  'POST /api/notification-back-test/{id}': {
    tag,
    summary:
      'What the alert would have reported at its last 12 slots, or at all of the last month if there are more',
    access: manages,
    reads: true,
    params,
    body: object({
      behavior: Type.Optional(BehaviorChange),
      schedule: Type.Optional(object(schedule, { description: 'Default: that of the alert' })),
    }),
    data: BackTest,
  },
  'GET /api/notification-mail/{id}/preview': {
    tag,
    summary:
      'The mail of the last run of the back test that has a match for the caller, else of the latest one',
    access: manages,
    params,
    data: object({
      subject: Type.String(),
      html: Type.String(),
      text: Type.String(),
      runOn: Moment,
      totalMatched: Count,
    }),
  },
  'POST /api/notification-mail/{id}/test': {
    tag,
    summary: 'Sends the mail of the preview to the caller',
    access: manages,
    params,
    data: object({ sentTo: Email }),
  },
  'POST /api/notification-dashboard': {
    tag: dashboardTag,
    summary: 'A page of the runs that the caller received',
    access: views,
    reads: true,
    body: object({
      ...paged,
      sortBy: Type.Optional(
        enumSchema(['runOn', 'notificationName', 'totalMatched', 'type'] as const, 'Default: runOn'),
      ),
      quiet: Type.Optional(Type.Boolean({ description: 'Also runs without a match; default: false' })),
      unread: Type.Optional(Type.Boolean({ description: 'Only unread runs' })),
      notificationId: Type.Optional(Id),
    }),
    data: object({ items: Type.Array(AlertRun), ...pageProperties, unread: Count }),
  },
  'POST /api/notification-dashboard/mark-read/{flag}': {
    tag: dashboardTag,
    summary: 'Marks runs of the caller as read or unread',
    access: views,
    params: object({ flag: enumSchema(['true', 'false', 'read', 'unread', '1', '0'] as const) }),
    body: object({ ids: Type.Array(Id, { maxItems: 100 }) }),
    data: object({ unread: Count }),
  },
  'GET /api/notification-dashboard/unread-count': {
    tag: dashboardTag,
    summary: 'The number of unread runs of the caller',
    access: views,
    data: object({ count: Count }),
  },
  'GET /api/notification-dashboard/{id}': {
    tag: dashboardTag,
    summary: 'A run that the caller received',
    access: views,
    params,
    query: object({
      notificationId: Type.Optional(
        Type.String({ maxLength: 64, description: 'The alert that the run must be of' }),
      ),
    }),
    data: AlertRunDetails,
  },
  'GET /api/notification-dashboard/{id}/file': {
    tag: dashboardTag,
    summary: 'The activities of a run that the caller may see now; masked in Blinded Mode',
    access: views,
    params,
    data: Type.Unsafe<Blob>({}),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'GET /api/notification-unsubscribe/{token}': {
    tag,
    summary: 'The alert and the address of an unsubscribe link',
    access: anyone,
    params: unsubscribeParams,
    data: object({ name: Type.String(), email: Type.String(), isSubscribed: Type.Boolean() }),
  },
  'POST /api/notification-unsubscribe/{token}': {
    tag,
    summary: 'Ends the mails of an alert to the recipient of the link (RFC 8058)',
    access: anyone,
    params: unsubscribeParams,
    data: Type.Null(),
  },
} as const satisfies Record<string, CallDefinition>;
