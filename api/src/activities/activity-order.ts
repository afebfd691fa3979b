import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CallInput, Calls } from '@readerlens/contract';
import { searchSortFields } from '@readerlens/contract/explorer';
import type { SearchSortField } from '@readerlens/contract/explorer';
import { activityTypes } from '@readerlens/contract/vocabulary';
import { joinTables } from './activity-rows.ts';
import type { JoinedTable, RowOrder } from './activity-rows.ts';
import { activityTypeCode } from './codes.ts';
import { numberings } from '../people/blinding/pseudonyms.ts';
import type { Numbering } from '../people/blinding/pseudonyms.ts';
import { badRequest } from '../platform/http/errors.ts';
import { newestFirst } from './key-list.ts';
import type { KeyOrder } from './key-list.ts';
import { documentNameSql, organisationNameSql, readerNameSql } from './subject-names.ts';

type Expression = RawBuilder<unknown>;

interface Sorting {
  readonly by: Expression;
  readonly reads?: readonly JoinedTable[];
}

/** Types sorted by name. */
const typeRank = sql`CASE e.activity_type ${sql.join(
  [...activityTypes]
    .sort()
    .map((type, rank) => sql`WHEN ${sql.lit(activityTypeCode[type])} THEN ${sql.lit(rank)}`),
  sql` `,
)} END`;

/** The pseudonym number in SQL; must match the numbers in `pseudonyms.ts`. */
export const pseudonymNumber = (id: Expression, { factor, offset, count }: Numbering): Expression =>
  sql`(1 + (${id}::bigint * ${sql.lit(factor)} + ${sql.lit(offset)}) % ${sql.lit(count)})`;

const documentSorting = (blinded: boolean): Sorting => ({
  by: sql`fold_text(${documentNameSql('d', { id: sql`e.document_id`, blinded })})`,
  reads: ['document'],
});

/** Sorts by displayed values: equal values are adjacent, missing ones come last. */
const sortings: Record<Exclude<SearchSortField, 'date'>, Sorting> = {
  activityType: { by: typeRank },
  quality: { by: sql`e.quality` },
  fullName: { by: sql`fold_text(${readerNameSql('r', sql`e.reader_id`)})`, reads: ['reader'] },
  company: {
    by: sql`fold_text(coalesce(nullif(r.company, ''), ${organisationNameSql('o', sql`e.organisation_id`)}))`,
    reads: ['reader', 'organisation'],
  },
  portal: { by: sql`fold_text(m.name)`, reads: ['community'] },
  docTitle: documentSorting(false),
  sequence: { by: sql`e.sequence` },
};

/** Sorting by real values would reveal something about them. */
const blindedSortings: Partial<typeof sortings> = {
  fullName: { by: pseudonymNumber(sql`e.reader_id`, numberings.reader) },
  company: { by: pseudonymNumber(sql`e.organisation_id`, numberings.organisation) },
  docTitle: documentSorting(true),
};

export interface ActivityOrder {
  readonly field: SearchSortField;
  readonly descending: boolean;
  readonly blinded: boolean;
}

const ranked = ({ by }: Sorting, isDown: boolean, isBackwards: boolean): Expression =>
  isBackwards
    ? sql`${by} ${isDown ? sql`ASC` : sql`DESC`} NULLS FIRST`
    : sql`${by} ${isDown ? sql`DESC` : sql`ASC`} NULLS LAST`;

const byDate = (isDown: boolean): Expression =>
  isDown ? newestFirst : sql`e.occurred_at, e.client_id, e.id`;

/**
 * The order of keys. Equal values are sorted newest first, missing ones last. `backwards` is the exact reverse, to
 * read from the end.
 */
export const buildKeyOrder = (
  { field, descending, blinded }: ActivityOrder,
  { backwards = false } = {},
): KeyOrder & RowOrder => {
  if (field === 'date') return { join: sql``, reads: [], by: byDate(descending !== backwards) };
  const sorting = (blinded ? blindedSortings[field] : undefined) ?? sortings[field];
  const { reads = [] } = sorting;
  return {
    join: joinTables(new Set<string>(reads)),
    reads,
    by: sql`${ranked(sorting, descending, backwards)}, ${byDate(!backwards)}`,
  };
};

type Sort = CallInput<Calls['POST /api/analytics/search']>['body']['sort'];

const invalidSort = (message: string) => badRequest(message, 'invalid_input', [{ path: 'sort', message }]);

/** Splits a sort such as 'date desc'. */
const readSort = (text: string): Exclude<Sort, string | undefined> => {
  const [name, direction = '', ...rest] = text.trim().split(/\s+/);
  const field = searchSortFields.find((known) => known === name);
  const order = (['asc', 'desc'] as const).find((known) => known === direction.toLowerCase());
  if (!field) throw invalidSort(`Activities cannot be sorted by '${name}'.`);
  if (rest.length > 0 || (direction !== '' && !order))
    throw invalidSort("A sort is a field and 'asc' or 'desc'.");
  return order ? { field, order } : { field };
};

/**
 * The sort order of a request: newest first by default; other fields ascending by default.
 * @throws AppError 400 for an invalid sort
 */
export const readOrder = (sort: Sort, { blinded }: { blinded: boolean }): ActivityOrder => {
  const { field, order } = typeof sort === 'string' ? readSort(sort) : (sort ?? { field: 'date' });
  return { field, descending: (order ?? (field === 'date' ? 'desc' : 'asc')) === 'desc', blinded };
};
