import type { EngagementRow } from '../search.queries.ts';

/** A short title of an activity: reader and document. */
export const formatEngagementTitle = ({
  fullName,
  docTitle,
}: Pick<EngagementRow, 'fullName' | 'docTitle'>): string => `${fullName}, ${docTitle}`;
