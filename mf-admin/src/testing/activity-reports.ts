import type { Answer } from '@readerlens/auth/testing';
import type { CallData, Calls } from '@readerlens/contract/client';

type Config = CallData<Calls['GET /api/activity-report-config/{id}']>;

/** An id that is not that of a user. */
export const configId = '6c0f2a0e-0000-4000-8000-000000000001';

/** A configuration of the account with the id 7. */
export const reportConfig = (change: Partial<Config> = {}): Config => ({
  id: configId,
  userId: '7',
  email: 'nora@partners.example',
  firstName: 'Nora',
  lastName: 'Vane',
  companyId: '1',
  clientName: 'Aurelis',
  onlineId: null,
  aggregateSubsequent: false,
  reportType: 2,
  reportTypeEnum: 'Consolidated',
  sendDays: ['M', 'TH'],
  timeZone: 'Europe/Berlin',
  lastSentOn: '2026-03-02T05:00:00.000Z',
  includeActivityQualityColumn: true,
  includeEmailAttachement: false,
  disabled: false,
  sendToWebhook: false,
  filterModel: { filters: [], indices: ['Webinar'] },
  companies: ['Aurelis'],
  onlines: [],
  iconTooltip: 'Consolidated report',
  scheduleClass: 'active',
  scheduleTooltip: 'Schedule Active: Monday, Thursday',
  editUrl: `/dissemination-contact/7/${configId}`,
  version: 3,
  editable: true,
  nextRunOn: '2026-03-05T05:00:00.000Z',
  channelId: null,
  webhookPausedOn: null,
  problem: null,
  ...change,
});

/** What the next run of a report would send. */
export const reportPreview = (
  change: Partial<CallData<Calls['POST /api/activity-report-config/{id}/preview']>> = {},
): Answer => ({
  data: {
    startDate: '2026-03-02T00:00:00.000Z',
    endDate: '2026-03-05T00:00:00.000Z',
    recordsCount: 3,
    mails: 1,
    mail: { subject: 'Activity report: 3 activities', html: '<p>Hello</p>', text: 'Hello' },
    fileName: 'Activity Report 2026-03-05.xlsx',
    attached: false,
    payload: null,
    ...change,
  },
});

export const configList = (items: readonly Config[]): Answer => ({
  data: { items, total: items.length, page: 1, pageSize: 10 },
});
