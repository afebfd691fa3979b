import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { foldQuery } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import { numberings } from '../people/blinding/pseudonyms.ts';
import { pseudonymNumber } from './activity-order.ts';
import { joinWithAnd, joinWithOr } from './filter-sql.ts';
import { documentNameSql, organisationNameSql, readerNameSql } from './subject-names.ts';
import type { Condition } from './filter-sql.ts';

/** Text of a search box. In Blinded Mode it must not match hidden values. */
export interface SearchText {
  readonly text: string | undefined;
  readonly blinded: boolean;
}

interface Searched {
  /** A part of what something is called. */
  readonly pattern: string;
  /** A complete external id. */
  readonly text: string;
}
type Matches = (searched: Searched) => Condition[];

const readerOfActivity = sql`e.reader_id`;

const documentNamed = ({ pattern, text }: Searched, blinded: boolean): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM document AS q WHERE q.id = e.document_id
    AND (fold_text(${documentNameSql('q', { blinded })}) LIKE ${pattern}${blinded ? sql`` : sql` OR q.external_id = ${text}`}))`;

/** Nothing but its id is known of a document that was deleted with its client. */
const missingDocumentNamed = ({ pattern }: Searched): Condition =>
  sql<SqlBool>`('document ' || e.document_id LIKE ${pattern}
    AND NOT EXISTS (SELECT FROM document AS q WHERE q.id = e.document_id))`;

const readerWith = (
  { pattern, text }: Searched,
  column: 'company' | 'email',
  id: RawBuilder<unknown> = readerOfActivity,
): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = ${id}
    AND (fold_text(${readerNameSql('q')}) LIKE ${pattern} OR q.external_id = ${text}
      OR fold_text(${sql.ref(`q.${column}`)}) LIKE ${pattern}))`;

const pseudonym = ({ pattern }: Searched, id: RawBuilder<unknown> = readerOfActivity): Condition =>
  sql<SqlBool>`'reader ' || ${pseudonymNumber(id, numberings.reader)} LIKE ${pattern}`;

const companyPseudonym = ({ pattern }: Searched): Condition =>
  sql<SqlBool>`'company ' || ${pseudonymNumber(sql`e.organisation_id`, numberings.organisation)} LIKE ${pattern}`;

/** The company as shown: that of the reader, or else the organization. */
const readerOrCompany: Matches = (searched) => [
  readerWith(searched, 'company'),
  joinWithAnd([
    sql<SqlBool>`EXISTS (SELECT FROM organisation AS q WHERE q.id = e.organisation_id
      AND fold_text(${organisationNameSql('q')}) LIKE ${searched.pattern})`,
    sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id AND coalesce(q.company, '') = '')`,
  ]),
];

const textWhere = ({ text }: SearchText, matches: Matches): Condition[] => {
  if (text === undefined || foldQuery(text) === '') return [];
  return [joinWithOr(matches({ pattern: sqlLikePattern('Contains', text), text: text.trim() }))];
};

/**
 * The condition on `engagement AS e` that what the reader, the company or the document is called contains the text, ignoring
 * case and accents, or that it is the external id of the reader or the document; empty for blank text. In Blinded Mode it
 * matches pseudonyms: a match on a real name would reveal it.
 */
export const engagementTextWhere = (search: SearchText): Condition[] =>
  textWhere(search, (searched) => [
    documentNamed(searched, search.blinded),
    missingDocumentNamed(searched),
    ...(search.blinded ? [pseudonym(searched), companyPseudonym(searched)] : readerOrCompany(searched)),
  ]);

const readerOrEmail = (searched: Searched, blinded: boolean, id?: RawBuilder<unknown>): Condition =>
  blinded ? pseudonym(searched, id) : readerWith(searched, 'email', id);

/** The same for a list of readers, whose ids are `id`: name, email or external id. */
export const readerTextWhere = (search: SearchText, id: RawBuilder<unknown>): Condition[] =>
  textWhere(search, (searched) => [readerOrEmail(searched, search.blinded, id)]);

/** The same for a list of activities to review: reader, email or document. */
export const reviewTextWhere = (search: SearchText): Condition[] =>
  textWhere(search, (searched) => [
    documentNamed(searched, search.blinded),
    missingDocumentNamed(searched),
    readerOrEmail(searched, search.blinded),
  ]);
