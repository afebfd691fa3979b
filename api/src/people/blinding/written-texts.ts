import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { maskedText } from './pseudonyms.ts';

/** Things that people name. */
export type WrittenThing = 'Account list' | 'Alert' | 'Saved search' | 'Contact' | 'Chat channel';

interface Texts {
  readonly name: string;
  readonly description: string;
}

const numbers = 9999;

/** From 1 to 9999, the same in every session; the id is a UUID. */
const writtenNumber = (id: string): number => 1 + (Number.parseInt(id.slice(0, 8), 16) % numbers);

/** As `writtenNumber`, for a column with a UUID. */
export const writtenNumberSql = (column: string): RawBuilder<number> =>
  sql<number>`(1 + ('x' || left(${sql.ref(column)}::text, 8))::bit(32)::bigint % ${sql.lit(numbers)})`;

/** 'Alert 4821': shown in Blinded Mode instead of a name, which may name anyone. */
const writtenLabel = (thing: WrittenThing, id: string): string => `${thing} ${writtenNumber(id)}`;

/** As `writtenLabel`, for a column with a UUID. */
export const writtenLabelSql = (thing: WrittenThing, column: string): RawBuilder<string> =>
  sql<string>`(${sql.lit(`${thing} `)} || ${writtenNumberSql(column)})`;

/** The texts of a thing as a viewer may see them. */
export const shownTexts = (
  thing: WrittenThing,
  id: string,
  { name, description }: Texts,
  { blinded }: { readonly blinded: boolean },
): Texts =>
  blinded
    ? { name: writtenLabel(thing, id), description: description === '' ? '' : maskedText }
    : { name, description };

/** The texts that a change stores: what a viewer sends back as it was shown stays as it is. */
export const changedTexts = <Sent extends Partial<Texts>>(stored: Texts, shown: Texts, sent: Sent): Sent => ({
  ...sent,
  ...(sent.name === shown.name ? { name: stored.name } : {}),
  ...(sent.description === shown.description ? { description: stored.description } : {}),
});

/** 'jane@(masked)': the domain of an address names the client. */
export const shownAddress = (address: string, { blinded }: { readonly blinded: boolean }): string =>
  blinded ? address.replace(/@[^@]*$/, `@${maskedText}`) : address;

/** What of the address in a column can be searched. */
export const searchedAddressSql = (
  column: string,
  { blinded }: { readonly blinded: boolean },
): RawBuilder<string> => (blinded ? sql<string>`split_part(${sql.ref(column)}, '@', 1)` : sql.ref(column));

/** A contact's parts as a viewer may see them; the id is of the report. */
export const shownContact = <Contact extends { email: string; first_name: string; last_name: string }>(
  id: string,
  contact: Contact,
  { blinded }: { readonly blinded: boolean },
): Contact => {
  if (!blinded) return contact;
  const number = writtenNumber(id);
  return {
    ...contact,
    email: `contact${number}@example`,
    first_name: 'Contact',
    last_name: String(number),
  };
};
