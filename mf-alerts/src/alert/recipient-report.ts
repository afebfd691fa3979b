import type { Alert } from './alert.queries.ts';

type Report = NonNullable<Alert['invalidRecipients']>;

const sentences: readonly (readonly [keyof Omit<Report, 'isInvalid'>, (names: string) => string])[] = [
  [
    'nonPaidClients',
    (names) =>
      `These clients no longer have access: ${names}. Adjust the company filters or edit the company profile.`,
  ],
  [
    'invalidClients',
    (names) =>
      `These users no longer have access to clients of this alert: ${names}. Edit the profile or delete the recipient.`,
  ],
  [
    'invalidOnlines',
    (names) =>
      `These users no longer have access to communities of this alert: ${names}. Edit the profile or delete the recipient.`,
  ],
  [
    'invalidExportColumns',
    (names) =>
      `These users no longer have access to premium filters of this alert: ${names}. Edit the profile or delete the recipient.`,
  ],
  [
    'deletedUsers',
    (names) => `These users were deleted: ${names}. Activate the alert for all users again without them.`,
  ],
];

/** What is wrong with the recipients of an alert, a sentence per kind; empty if nothing is. */
export const recipientReport = (report: Report): string[] =>
  report.isInvalid
    ? sentences.flatMap(([kind, sentence]) =>
        report[kind].length > 0 ? [sentence(report[kind].join(', '))] : [],
      )
    : [];
