// The vocabulary of the reader and company dashboards. No schema library here.

/** Categories of the pies of a reader in a path. */
export const readerCategories = ['document-type', 'buyers-journey', 'community'] as const;
export type ReaderCategory = (typeof readerCategories)[number];

/** Default sizes of the lists and pies. */
export const readerSizes = { recent: 5, category: 7 } as const;
export const companySizes = { readers: 5, content: 7, category: 8, similar: 5 } as const;
/** Activities of a timeline that are read at a time, by default. */
export const timelineSize = 20;

/** Path of the dashboard of a reader; null for an e-mail that it cannot carry, as three underscores stand for a dot. */
export const readerPath = (idOrEmail: string): string | null =>
  idOrEmail.includes('___')
    ? null
    : `/analytics/reader-dashboard/${encodeURIComponent(idOrEmail.replaceAll('.', '___'))}`;

/** Stands for an unset part of a path. */
export const unsetPart = '-';
