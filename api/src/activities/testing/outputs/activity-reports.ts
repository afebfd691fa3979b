import type { CallKey } from '@readerlens/contract';
import { seesActivities } from '../entitled-users.ts';
import type { PlantedField } from '../planted-activity.ts';
import { columnFields, listFields, sheetFields } from './output.ts';
import type { CallOutputs, Output } from './output.ts';

/** Of the stored filters; those on fields that the user may no longer search by are left out. */
const reportFilters = ['AnalystTags', 'Clients'] as const;
const ofReport = (call: CallKey, shows: readonly PlantedField[]): Output => ({
  call,
  shows,
  repeats: ['Clients'],
  parts: ({ userId, report: { configId, reportId, deliveryId, token } }) => ({
    params: {
      userId,
      configId,
      reportId,
      token,
      id: call.startsWith('GET /api/activity-report-delivery') ? deliveryId : configId,
    },
  }),
});
/** A mail about one activity. */
const reportMail: readonly PlantedField[] = [
  'FirstName',
  'LastName',
  'Email',
  'Title',
  'ReaderCompany',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];

export const activityReportCalls: CallOutputs = {
  outputs: [
    { ...ofReport('GET /api/activity-report-configs/user/{userId}', reportFilters), isLookup: true },
    { ...ofReport('GET /api/activity-report-config/{id}', reportFilters), isLookup: true },
    {
      ...ofReport('POST /api/activity-report-config/{id}/preview', reportMail),
      parts: ({ report }) => ({ params: { id: report.nextId } }),
    },
    {
      ...ofReport('POST /api/activity-report-config/preview', reportMail),
      parts: ({ userId, activity }) => ({
        body: {
          draft: {
            userId,
            companyId: String(activity.clientId),
            sendDays: ['M'],
            reportType: 1,
            pastDays: 365,
            filters: [],
            timeZone: 'UTC',
          },
        },
      }),
    },
    { ...ofReport('GET /api/activity-reports', reportFilters), isLookup: true },
    { ...ofReport('GET /api/activity-report/{configId}/{reportId}', reportFilters), isLookup: true },
    ofReport('GET /api/activity-report/{configId}/{reportId}/activities', listFields),
    // A file without activities says nothing about the filters.
    {
      ...ofReport('GET /api/activity-report/{configId}/{reportId}/file', columnFields),
      access: seesActivities,
    },
    ofReport('GET /api/activity-report/{configId}/{reportId}/deliveries', ['Onlines']),
    ofReport('GET /api/activity-report-delivery/{id}', reportMail),
    ofReport('GET /api/activity-report-file/{token}', sheetFields),
  ],
  silent: [
    'DELETE /api/activity-report-config/{id}',
    'PATCH /api/activity-report-config/{id}',
    'POST /api/activity-report-config',
    'POST /api/activity-report-config/{id}/replay',
    'POST /api/activity-report-config/{id}/resume',
    'POST /api/activity-report-config/{id}/send-now',
    'POST /api/activity-report-delivery/{id}/replay',
  ],
};
