import { listAddress, textParameter } from '@readerlens/filters/list';

export const maxQueryLength = 200;

/** The Onboarding Dashboard: `?query=acme&page=2&size=50`. */
export const formsAddress = listAddress(
  {
    // Forms are always ordered by the date on which they were sent.
    sortColumns: ['sent'],
    sizes: [10, 20, 50],
    start: { sort: { column: 'sent', descending: true }, page: 1, size: 20 },
  },
  {
    /** Part of a company or a name; '' for any. */
    query: textParameter(maxQueryLength),
  },
);

export type FormsView = ReturnType<typeof formsAddress.read>;
