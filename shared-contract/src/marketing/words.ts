// Texts that several pages of marketing performance show.

export const otherPeriodMessage = 'Choose another period or other filters.';

/** `what`: 'attendance of events'. */
export const uploadByStaffMessage = (what: string): string =>
  `This page needs the ${what}. Upload it as a workbook or CSV, or let a program send it.`;
export const uploadByContactMessage = (what: string): string =>
  `This page needs the ${what}. Send it to your contact, or let a program send it with the API access of your account.`;

export const withoutOpportunitiesMessage =
  'Influenced pipeline is not shown: the chosen clients have no opportunities.';
export const uploadOpportunitiesMessage =
  'Upload opportunities as a workbook or CSV, or let a program send them.';
export const sendOpportunitiesMessage =
  'Send an export of your CRM to your contact, or let a program send it with the API access of your account.';

/** `field`: 'sessions'. */
export const missingColumnMessage = (field: string): string =>
  `Not shown: no uploaded row of the period has ${field}.`;

/** What limits the people of an upload. */
export const uploadedPeopleNote =
  'Clients and dates choose the people. The other filters limit engagements only. Names and organizations are those of readers whose engagements you may see.';
