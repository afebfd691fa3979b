// The vocabulary of the reader and company dashboards. No schema library here.

/** Categories of the pies of a reader in a path. */
export const readerCategories = ['document-type', 'buyers-journey', 'community'] as const;
export type ReaderCategory = (typeof readerCategories)[number];

/** Default sizes of the lists and pies. */
export const readerSizes = { recent: 5, category: 7 } as const;
export const companySizes = {
  readers: 5,
  content: 7,
  category: 8,
  similar: 5,
  newReaders: 5,
  firstContent: 7,
} as const;
/** What a job title of each level has. A title may have words of several levels, and is of each of them. */
export const seniorityWords = {
  Executive: ['chief', 'president', 'founder', 'executive'],
  Director: ['director', 'head of'],
  Manager: ['manager', 'lead', 'supervisor'],
} as const;
/** The last one is for titles without these words, and for none. */
export const seniorityLevels = ['Executive', 'Director', 'Manager', 'Other'] as const;
export type SeniorityLevel = (typeof seniorityLevels)[number];

/** The filter on job titles that finds a level. */
export const seniorityFilter = (
  level: SeniorityLevel,
): { readonly op: 'Contains' | 'NotContains'; readonly value: string } => {
  const isOther = level === 'Other';
  const words = isOther ? Object.values(seniorityWords).flat() : seniorityWords[level];
  return { op: isOther ? 'NotContains' : 'Contains', value: words.join('\n') };
};

/** Activities of a timeline that are read at a time, by default. */
export const timelineSize = 20;

/** Reads an e-mail from a path, in which three underscores stand for a dot. */
export const emailOfPath = (part: string): string => part.replaceAll('___', '.');

/** An e-mail as a part of a path; null if another e-mail would be read from it, or none. */
export const emailInPath = (email: string): string | null => {
  const written = email.replaceAll('.', '___');
  return email.includes('@') && emailOfPath(written) === email
    ? encodeURIComponent(written).replaceAll('%40', '@')
    : null;
};

/** Path of the dashboard of a reader, by the `emailInPath` of a row, or by id where it has none. */
export const readerPath = ({
  emailUrl,
  userId,
}: {
  readonly emailUrl: string | null;
  readonly userId: string;
}): string => `/analytics/reader-dashboard/${emailUrl ?? encodeURIComponent(userId)}`;

/** Path of the dashboard of a reader by an id or an e-mail; null for an e-mail that no path can carry. */
export const findReaderPath = (idOrEmail: string): string | null => {
  const emailUrl = idOrEmail.includes('@') ? emailInPath(idOrEmail) : null;
  return emailUrl === null && idOrEmail.includes('@') ? null : readerPath({ emailUrl, userId: idOrEmail });
};

/** Stands for an unset part of a path. */
export const unsetPart = '-';

/** A name as a part of a path. Browsers leave out '.' and '..', and nothing can be between two slashes. */
export const namePart = (name: string | null): string =>
  name === null || /^\.{0,2}$/.test(name) ? unsetPart : encodeURIComponent(name);
