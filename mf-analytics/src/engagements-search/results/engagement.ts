import type { EngagementRow } from '../search.queries.ts';

/** The reader's name, or a placeholder. */
export const readerOf = ({ fullName }: Pick<EngagementRow, 'fullName'>): string =>
  fullName ?? 'Unnamed reader';

/** A short title of an activity: reader and document. */
export const titleOf = (row: Pick<EngagementRow, 'fullName' | 'docTitle'>): string =>
  [readerOf(row), row.docTitle].filter(Boolean).join(', ');
