// What staff set up for a client from a submitted form. No schema library here.
import type { SendDay } from '../activity-reports/vocabulary.ts';

/** What a form says of its client, in the order of the page. */
export const clientFields = ['address', 'phone', 'website', 'profile', 'logo'] as const;
export type ClientField = (typeof clientFields)[number];

export const clientFieldLabels: Readonly<Record<ClientField, string>> = {
  address: 'Address',
  phone: 'Phone',
  website: 'Company Website',
  profile: 'Company Profile',
  logo: 'Logo',
};

/** What happens to the account of a contact. */
export const accountActs = ['create', 'addClient', 'none', 'refused'] as const;
export type AccountAct = (typeof accountActs)[number];

/** The form of an activity report has no day of its own, but a report needs one. */
export const defaultReportDays: readonly SendDay[] = ['M'];

export const nothingChosen = 'Please choose what to set up.';
