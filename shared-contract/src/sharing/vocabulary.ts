// The vocabulary of sharing an activity by mail. No schema library here.

export const activityReportName = 'Activity Report';

/** Maximum number of recipients of a shared activity, not counting the sender. */
export const maxShareRecipients = 20;
export const recipientTypes = ['To', 'Cc', 'Bcc'] as const;
export type RecipientType = (typeof recipientTypes)[number];
