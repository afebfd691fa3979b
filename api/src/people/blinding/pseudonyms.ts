import type { NamedRow } from '../../platform/db/index.ts';

/** How ids map to pseudonym numbers from 1 to `count`. */
export interface Numbering {
  readonly factor: number;
  readonly offset: number;
  readonly count: number;
}

/**
 * The same id has the same number in every session. Each factor is coprime to its count, so any `count` consecutive ids
 * have distinct numbers.
 */
export const numberings = {
  client: { factor: 37, offset: 11, count: 100 },
  reader: { factor: 7919, offset: 271, count: 9999 },
  newsletter: { factor: 389, offset: 17, count: 1000 },
  organisation: { factor: 4219, offset: 97, count: 9999 },
} as const satisfies Record<string, Numbering>;

const scrambleId = (id: number, { factor, offset, count }: Numbering): number =>
  1 + ((id * factor + offset) % count);

/** The pseudonym of a client. */
export const clientPseudonym = (id: number): string => `Client ${scrambleId(id, numberings.client)}`;

/** The pseudonym of a reader. */
export const readerPseudonym = (id: number) => {
  const number = scrambleId(id, numberings.reader);
  return {
    firstName: 'Reader',
    lastName: String(number),
    fullName: `Reader ${number}`,
    email: `reader${number}@example`,
  };
};

/** The pseudonym of a newsletter. */
export const newsletterPseudonym = (id: number): string =>
  `Newsletter ${scrambleId(id, numberings.newsletter)}`;

/** The pseudonym of a reader organization: the name of one with a single reader would identify that reader. */
export const organisationPseudonym = (id: number): string =>
  `Company ${scrambleId(id, numberings.organisation)}`;

export const addressPseudonym = '1234 Main St';

/** A phone number with digits masked and letters removed: an extension may contain a name. */
export const maskedPhone = (phone: string): string => phone.replace(/[\p{L}\p{N}]/gu, '*');

const numberIn = (name: string): number => Number(/ (\d+)$/.exec(name)?.[1]);

/** Rows with pseudonyms, sorted by pseudonym: the order of the real names would reveal something about them. */
export const blindedRows = (
  rows: readonly Pick<NamedRow, 'id'>[],
  pseudonym: (id: number) => string,
): NamedRow[] =>
  rows
    .map(({ id }) => ({ id, name: pseudonym(id) }))
    .sort((a, b) => numberIn(a.name) - numberIn(b.name) || a.id - b.id);

/** Replaces text that may contain a name. */
export const maskedText = '(masked)';

/** A value that can name somebody. */
export const maskNaming = <T extends string | null>(text: T, { blinded }: { readonly blinded: boolean }): T =>
  (blinded && text !== null ? maskedText : text) as T;
