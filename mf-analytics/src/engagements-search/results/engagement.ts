import type { EngagementRow } from '../search.queries.ts';

/** The reader's name, or that it is unknown. */
export const readerOf = ({ fullName }: Pick<EngagementRow, 'fullName'>): string =>
  fullName ?? 'A reader without a name';

/** Reader and document, as an activity is called where there is no room for more. */
export const titleOf = (row: EngagementRow): string =>
  [readerOf(row), row.docTitle].filter(Boolean).join(', ');

/** A day as the list shows it, by UTC: MM/DD/YYYY. */
export const dayText = (moment: string): string =>
  `${moment.slice(5, 7)}/${moment.slice(8, 10)}/${moment.slice(0, 4)}`;

/** An address that may be a link: of the web, nothing that runs. */
export const webAddress = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
};

/** A LinkedIn profile as a link; the scheme is often left out. */
export const profileAddress = (address: string | null): string | undefined =>
  address === null ? undefined : webAddress(address.startsWith('http') ? address : `https://${address}`);

const readerDashboard = '/analytics/reader-dashboard';

/** Path of the reader's dashboard: by the e-mail, spelled as a path already, in Blinded Mode by the id. */
export const readerPath = ({ emailUrl, userId }: Pick<EngagementRow, 'emailUrl' | 'userId'>): string =>
  `${readerDashboard}/${emailUrl ?? userId}`;

/** Whether a reader, their company or a title has the text. */
export const hasText = ({ fullName, company, docTitle }: EngagementRow, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return [fullName, company, docTitle].some((one) => one?.toLowerCase().includes(wanted));
};
