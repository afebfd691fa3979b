import type { CallKey } from '@readerlens/contract';
import { seesActivities } from '../entitled-users.ts';
import type { PlantedField } from '../planted-activity.ts';
import { columnFields, listFields, readMail } from './output.ts';
import type { CallOutputs, Output } from './output.ts';

/** Results of the user's alert about the activity, which may be shown to those who may read its type. */
const ofAlert = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  access: seesActivities,
  parts: ({ alertId }) => ({ params: { id: alertId } }),
});
/** A row of a mail. */
const alertRow: readonly PlantedField[] = ['FirstName', 'LastName', 'ReaderCompany', 'DocumentTitle'];
/** Names the reader that the alert is about, and the client of its filters. */
const ofDefinition = (call: CallKey): Output => ({
  ...ofAlert(call, ['FirstName', 'LastName', 'Clients']),
  own: ['Clients'],
});
const ofRun = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  // The client of a run is the recipient's own.
  repeats: ['Clients'],
  parts: ({ runId }) => ({ params: { id: runId } }),
});

export const alertCalls: CallOutputs = {
  outputs: [
    ofDefinition('GET /api/notification/{id}'),
    ofDefinition('GET /api/notification/{id}/description'),
    {
      ...ofAlert('GET /api/notification-subjects/{kind}/{id}', ['FirstName', 'LastName']),
      parts: ({ activity }) => ({ params: { kind: 'Reader', id: String(activity.readerId) } }),
    },
    {
      ...ofAlert('POST /api/notification-back-test/{id}', listFields),
      parts: ({ alertId }) => ({ params: { id: alertId }, body: {} }),
    },
    { ...ofAlert('GET /api/notification-mail/{id}/preview', [...alertRow, 'Clients']), repeats: ['Clients'] },
    { ...ofAlert('POST /api/notification-mail/{id}/test', columnFields), read: readMail },
    { ...ofRun('GET /api/notification-dashboard/{id}/file', columnFields), repeats: [] },
    {
      ...ofRun('GET /api/notification-dashboard/{id}', [...listFields, 'Clients', 'AnalystTags']),
      filters: ['AnalystTags'],
    },
    {
      call: 'POST /api/notification-dashboard',
      shows: ['Clients'],
      repeats: ['Clients'],
      parts: () => ({ body: {} }),
    },
  ],
  silent: [
    'DELETE /api/notification/{id}',
    'DELETE /api/notification/{id}/webhook',
    'GET /api/notification-dashboard/unread-count',
    'GET /api/notification-schedule/{id}/activate',
    'GET /api/notification-schedule/{id}/deactivate',
    'GET /api/notification-subjects',
    'GET /api/notification-unsubscribe/{token}',
    'GET /api/notification/{id}/mark-as-completed',
    'GET /api/notification/{id}/webhook',
    'POST /api/notification',
    'POST /api/notification-dashboard/mark-read/{flag}',
    'POST /api/notification-unsubscribe/{token}',
    'POST /api/notification/{id}/webhook/replay',
    'POST /api/notification/{id}/webhook/resume',
    'POST /api/notifications/search',
    'PUT /api/notification-enable/{id}',
    'PUT /api/notification-snooze/{id}',
    'PUT /api/notification/{id}/behavior-change',
    'PUT /api/notification/{id}/filters',
    'PUT /api/notification/{id}/frequency',
    'PUT /api/notification/{id}/name',
    'PUT /api/notification/{id}/targets',
    'PUT /api/notification/{id}/webhook',
  ],
};
