import { webAddress } from '../../activity/web-address.ts';
import type { EngagementRow } from '../search.queries.ts';

/** The reader's name, or a placeholder. */
export const readerOf = ({ fullName }: Pick<EngagementRow, 'fullName'>): string =>
  fullName ?? 'Unnamed reader';

/** A short title of an activity: reader and document. */
export const titleOf = (row: Pick<EngagementRow, 'fullName' | 'docTitle'>): string =>
  [readerOf(row), row.docTitle].filter(Boolean).join(', ');

/** A LinkedIn profile as a URL; the scheme is often missing. */
export const profileAddress = (address: string | null): string | undefined =>
  address === null ? undefined : webAddress(address.startsWith('http') ? address : `https://${address}`);

const readerDashboard = '/analytics/reader-dashboard';

/** Path of the reader's dashboard, by the email, which is already path-encoded, or in Blinded Mode by the id. */
export const readerPath = ({ emailUrl, userId }: Pick<EngagementRow, 'emailUrl' | 'userId'>): string =>
  `${readerDashboard}/${emailUrl ?? userId}`;
