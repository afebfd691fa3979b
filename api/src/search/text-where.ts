import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { sqlLikePattern } from '@readerlens/filters/model';
import { standInNumber } from '../activities/activity-order.ts';
import { allOf } from '../engagements/filter-sql.ts';
import type { Condition } from '../engagements/filter-sql.ts';
import { numberings } from '../lookups/stand-ins.ts';

const either = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** In a document that is called so. */
const inTitle = (pattern: string): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM document AS q WHERE q.id = e.document_id AND lower(q.title) LIKE ${pattern})`;

/** By a reader who is called so, or whose company is: the one that the list shows. */
const inReader = (pattern: string): Condition[] => [
  sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id
    AND (lower(concat_ws(' ', q.first_name, q.last_name)) LIKE ${pattern} OR lower(q.company) LIKE ${pattern}))`,
  allOf([
    sql<SqlBool>`EXISTS (SELECT FROM organisation AS q WHERE q.id = e.organisation_id AND lower(q.name) LIKE ${pattern})`,
    sql<SqlBool>`EXISTS (SELECT FROM reader AS q WHERE q.id = e.reader_id AND coalesce(q.company, '') = '')`,
  ]),
];

/** By a stand-in that is called so: a hit by the true name would tell whose stand-in it is. */
const inStandIn = (pattern: string): Condition[] => [
  sql<SqlBool>`'reader ' || ${standInNumber(sql`e.reader_id`, numberings.reader)} LIKE ${pattern}`,
  sql<SqlBool>`'company ' || ${standInNumber(sql`e.organisation_id`, numberings.organisation)} LIKE ${pattern}`,
];

/**
 * The condition on `engagement AS e` that what the list shows of reader, company or document title has the text in it,
 * whatever its case; none for a blank text.
 */
export const textWhere = (text: string | undefined, { blinded }: { blinded: boolean }): Condition[] => {
  const wanted = text?.trim().replace(/\s+/g, ' ') ?? '';
  if (wanted === '') return [];
  const pattern = sqlLikePattern('Contains', wanted);
  return [either([inTitle(pattern), ...(blinded ? inStandIn(pattern) : inReader(pattern))])];
};
