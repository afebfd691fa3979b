// The vocabulary of sharing an activity by mail. No schema library in here.

export const activityReportName = 'Activity Report';

/** Recipients of a shared activity, the sender not among them. */
export const maxShareRecipients = 20;
export const recipientTypes = ['To', 'Cc', 'Bcc'] as const;
export type RecipientType = (typeof recipientTypes)[number];
