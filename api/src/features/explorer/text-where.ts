import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { sqlLikePattern } from '@readerlens/filters/model';
import { pseudonymNumber } from '../../core/activities/activity-order.ts';
import { allOf } from '../../core/activities/filter-sql.ts';
import type { Condition } from '../../core/activities/filter-sql.ts';
import { numberings } from '../../core/blinding/pseudonyms.ts';

const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** Matches the title of the document. */
const matchesTitle = (pattern: string): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM document AS q WHERE q.id = e.document_id AND fold_text(q.title) LIKE ${pattern})`;

/** Matches the name of the reader or of the company, as shown in the list. */
const matchesReaderOrCompany = (pattern: string): Condition[] => [
  sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id
    AND (fold_text(concat_ws(' ', q.first_name, q.last_name)) LIKE ${pattern} OR fold_text(q.company) LIKE ${pattern}))`,
  allOf([
    sql<SqlBool>`EXISTS (SELECT FROM organisation AS q WHERE q.id = e.organisation_id AND fold_text(q.name) LIKE ${pattern})`,
    sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id AND coalesce(q.company, '') = '')`,
  ]),
];

/** Matches pseudonyms: a match on the real name would reveal its pseudonym. */
const matchesPseudonym = (pattern: string): Condition[] => [
  sql<SqlBool>`'reader ' || ${pseudonymNumber(sql`e.reader_id`, numberings.reader)} LIKE ${pattern}`,
  sql<SqlBool>`'company ' || ${pseudonymNumber(sql`e.organisation_id`, numberings.organisation)} LIKE ${pattern}`,
];

/**
 * The condition on `engagement AS e` that the displayed reader, company or document title contains the text, ignoring
 * case and accents; empty for blank text.
 */
export const textWhere = (text: string | undefined, { blinded }: { blinded: boolean }): Condition[] => {
  const normalized = text?.trim().replace(/\s+/g, ' ') ?? '';
  if (normalized === '') return [];
  const pattern = sqlLikePattern('Contains', normalized);
  return [
    anyOf([
      matchesTitle(pattern),
      ...(blinded ? matchesPseudonym(pattern) : matchesReaderOrCompany(pattern)),
    ]),
  ];
};
