import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { sqlLikePattern } from '@readerlens/filters/model';
import { numberings } from '../blinding/pseudonyms.ts';
import { pseudonymNumber } from './activity-order.ts';
import { allOf } from './filter-sql.ts';
import type { Condition } from './filter-sql.ts';

/** Text of a search box. In Blinded Mode it must not match hidden values. */
export interface SearchText {
  readonly text: string | undefined;
  readonly blinded: boolean;
}

type Matches = (pattern: string) => Condition[];

const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

const documentTitle = (pattern: string): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM document AS q WHERE q.id = e.document_id AND fold_text(q.title) LIKE ${pattern})`;

const readerName = sql`fold_text(concat_ws(' ', q.first_name, q.last_name))`;

const pseudonym = (pattern: string): Condition =>
  sql<SqlBool>`'reader ' || ${pseudonymNumber(sql`e.reader_id`, numberings.reader)} LIKE ${pattern}`;

const companyPseudonym = (pattern: string): Condition =>
  sql<SqlBool>`'company ' || ${pseudonymNumber(sql`e.organisation_id`, numberings.organisation)} LIKE ${pattern}`;

/** The company as shown: that of the reader, or else the organization. */
const readerOrCompany: Matches = (pattern) => [
  sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id
    AND (${readerName} LIKE ${pattern} OR fold_text(q.company) LIKE ${pattern}))`,
  allOf([
    sql<SqlBool>`EXISTS (SELECT FROM organisation AS q WHERE q.id = e.organisation_id AND fold_text(q.name) LIKE ${pattern})`,
    sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id AND coalesce(q.company, '') = '')`,
  ]),
];

const readerOrEmail: Matches = (pattern) => [
  sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id
    AND (${readerName} LIKE ${pattern} OR fold_text(q.email) LIKE ${pattern}))`,
];

const textWhere = ({ text }: SearchText, matches: Matches): Condition[] => {
  const normalized = text?.trim().replace(/\s+/g, ' ') ?? '';
  if (normalized === '') return [];
  return [anyOf(matches(sqlLikePattern('Contains', normalized)))];
};

/**
 * The condition on `engagement AS e` that the displayed reader, company or document title contains the text, ignoring
 * case and accents; empty for blank text. In Blinded Mode it matches pseudonyms: a match on a real name would reveal it.
 */
export const engagementTextWhere = (search: SearchText): Condition[] =>
  textWhere(search, (pattern) => [
    documentTitle(pattern),
    ...(search.blinded ? [pseudonym(pattern), companyPseudonym(pattern)] : readerOrCompany(pattern)),
  ]);

/** The same for a list of activities to review: reader, email or document title. */
export const reviewTextWhere = (search: SearchText): Condition[] =>
  textWhere(search, (pattern) => [
    documentTitle(pattern),
    ...(search.blinded ? [pseudonym(pattern)] : readerOrEmail(pattern)),
  ]);
