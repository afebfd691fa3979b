import type { Alert, AlertListRow } from '../alert/alert.queries.ts';

/** A new alert of the session's user. */
export const buildAlert = (number: number, change: Partial<Alert> = {}): Alert => ({
  $type: 'SpecificActivityNotification',
  id: `a${number}`,
  name: `Alert ${number}`,
  description: '',
  filters: [],
  indices: [],
  subject: null,
  aggField: null,
  activityMonths: null,
  minimumThresholdPercent: null,
  uniqueUserCount: null,
  baselineActivityMonths: null,
  minimumBaselineActivities: null,
  minimumCount: null,
  thresholdDirection: null,
  targets: [
    {
      userId: 'u1',
      name: 'Ada Byron',
      email: 'ada@readers.example',
      isEmailSubscribed: true,
      role: 'Admin',
      isRegistered: true,
      viewsNotifications: true,
    },
  ],
  frequency: 'Monthly',
  dayOfWeek: 'Monday',
  dayOfMonth: 'First',
  timeZone: 'UTC',
  isComplete: false,
  scheduleActive: false,
  createdBy: 'Ada Byron',
  createdOn: '2026-03-01T09:00:00.000Z',
  updatedOn: '2026-03-02T09:00:00.000Z',
  updatedBy: 'Ada Byron',
  lastRunOn: null,
  isReadOnly: false,
  editable: true,
  exportColumns: [
    { field: 'referenceNumber', category: 'ENGAGEMENTS' },
    { field: 'date', category: 'ENGAGEMENTS' },
  ],
  disabled: false,
  disabledReason: null,
  disabledReasonType: 0,
  lastStepCompleted: 1,
  externalId: null,
  ownerId: 'u1',
  nextRunOn: null,
  snoozedUntil: null,
  safeSender: 'Ask recipients to add alerts@users.example to their safe senders.',
  canEnable: false,
  invalidRecipients: null,
  version: 1,
  ...change,
});

const webinars = {
  filters: [
    {
      $type: 'Terms',
      field: 'Clients',
      op: 'Contains',
      value: [{ id: '1', name: 'Aurelis' }],
      allowNA: false,
    },
  ] as Alert['filters'],
  indices: ['Webinar'] as Alert['indices'],
};

/** An alert with all steps done. */
export const completeAlert = (number: number, change: Partial<Alert> = {}): Alert =>
  buildAlert(number, { ...webinars, isComplete: true, lastStepCompleted: 6, ...change });

/** An alert with its filters set, at the step after them. */
export const filteredAlert = (number: number, change: Partial<Alert> = {}): Alert =>
  buildAlert(number, { ...webinars, lastStepCompleted: 2, ...change });

export const buildAlertRow = (alert: Alert): AlertListRow => ({
  id: alert.id,
  name: alert.name,
  description: alert.description,
  $type: alert.$type,
  createdBy: alert.createdBy,
  updatedOn: alert.updatedOn,
  updatedBy: alert.updatedBy,
  lastRunOn: alert.lastRunOn,
  nextRunOn: alert.nextRunOn,
  snoozedUntil: alert.snoozedUntil,
  isComplete: alert.isComplete,
  scheduleActive: alert.scheduleActive,
  isReadOnly: alert.isReadOnly,
  editable: alert.editable,
  disabled: alert.disabled,
  disabledReason: alert.disabledReason,
  disabledReasonType: alert.disabledReasonType,
  lastStepCompleted: alert.lastStepCompleted,
  rule: alert.isComplete ? 'Every webinar for Aurelis.' : '',
  undeliveredTo: [],
});
