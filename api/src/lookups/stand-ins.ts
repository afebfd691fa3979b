import type { NamedRow } from './client-lookup.ts';

/** How ids become the numbers of stand-ins, from 1 to `count`. */
export interface Numbering {
  readonly factor: number;
  readonly offset: number;
  readonly count: number;
}

/**
 * The same number for the same id in every session. No factor has a divisor in common with its count, so as many ids in
 * a row as there are numbers have one each.
 */
export const numberings = {
  client: { factor: 37, offset: 11, count: 100 },
  reader: { factor: 7919, offset: 271, count: 9999 },
  newsletter: { factor: 389, offset: 17, count: 1000 },
  organisation: { factor: 4219, offset: 97, count: 9999 },
} as const satisfies Record<string, Numbering>;

const numberOf = (id: number, { factor, offset, count }: Numbering): number =>
  1 + ((id * factor + offset) % count);

/** What a client is called while blinded. */
export const clientStandIn = (id: number): string => `Client ${numberOf(id, numberings.client)}`;

/** Who a reader is while blinded. */
export const readerStandIn = (id: number): { firstName: string; lastName: string; email: string } => {
  const number = numberOf(id, numberings.reader);
  return { firstName: 'Reader', lastName: String(number), email: `reader${number}@example` };
};

/** What a newsletter is called while blinded. */
export const newsletterStandIn = (id: number): string => `Newsletter ${numberOf(id, numberings.newsletter)}`;

/** What a reader organisation is called while blinded: one with a single reader would tell who it is. */
export const organisationStandIn = (id: number): string => `Company ${numberOf(id, numberings.organisation)}`;

export const addressStandIn = '1234 Main St';

/** A phone number without its digits, and without letters: an extension may name somebody. */
export const maskedPhone = (phone: string): string => phone.replace(/[\p{L}\p{N}]/gu, '*');

const numberIn = (name: string): number => Number(/\d+$/.exec(name)?.[0]);

/** Rows under their stand-ins, in the order of these: that of the true names would tell something about them. */
export const blindedRows = (
  rows: readonly Pick<NamedRow, 'id'>[],
  standIn: (id: number) => string,
): NamedRow[] =>
  rows
    .map(({ id }) => ({ id, name: standIn(id) }))
    .sort((a, b) => numberIn(a.name) - numberIn(b.name) || a.id - b.id);
