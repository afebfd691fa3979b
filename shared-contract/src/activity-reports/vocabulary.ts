// The vocabulary of activity reports. No schema library here.

/** Report types with the codes used by callers. */
export const reportTypes = { Individual: 1, Consolidated: 2, Webhook: 3 } as const;
export type ReportType = keyof typeof reportTypes;
export type ReportTypeCode = (typeof reportTypes)[ReportType];
export const reportTypeNames = { 1: 'Individual', 2: 'Consolidated', 3: 'Webhook' } as const satisfies Record<
  ReportTypeCode,
  ReportType
>;
export const defaultReportType: ReportType = 'Consolidated';

/** The days on which a report can be sent, by code. */
export const sendDays = { M: 'Monday', T: 'Tuesday', W: 'Wednesday', TH: 'Thursday', F: 'Friday' } as const;
export type SendDay = keyof typeof sendDays;
export const sendDayCodes = Object.keys(sendDays) as SendDay[];

const list = new Intl.ListFormat('en-US');

/** The schedule of a report in words: 'Every Monday and Friday', 'Every weekday', 'Never'. */
export const describeSendDays = (days: readonly SendDay[]): string => {
  const named = sendDayCodes.filter((code) => days.includes(code)).map((code) => sendDays[code]);
  if (named.length === 0) return 'Never';
  return named.length === sendDayCodes.length ? 'Every weekday' : `Every ${list.format(named)}`;
};

/** What a report is told whose filters name other clients. */
export const otherClientsText =
  'The report holds the activities of its company only. Remove the other clients from the filters.';

/** Fields that the filters of a report cannot have: the report has its own activity types and period. */
export const excludedReportFields = ['ActivityTypes', 'DateRange', 'RelativeDateRange'] as const;

export const contactNameLength = 50;

/** The local time at which reports are sent. They are about everything before that day. */
export const reportTime = '06:00';

/** How many past days a new report can include. */
export const pastDays = [0, 7, 30, 365] as const;
export type PastDays = (typeof pastDays)[number];
/** What the first run of a consolidated report covers without a start date, and of any report at most, in days. */
export const firstReportDays = 365;

/** With more activities in a run, the contact of an individual report gets one mail with the list. */
export const maxIndividualMails = 50;

/** Days for which the links in the mails of reports are valid. */
export const reportLinkDays = 30;

export const scheduleTexts = { active: 'Schedule Active', inactive: 'Schedule Inactive' } as const;
