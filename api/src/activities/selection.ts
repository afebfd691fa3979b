import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ActivityType, DocAge } from '@readerlens/contract/vocabulary';
import { activityTypes as allActivityTypes } from '@readerlens/contract/vocabulary';
import { toInstants } from '@readerlens/filters/model';
import type { FieldCatalogue, PreparedFilter, ResolvedRange } from '@readerlens/filters/model';
import type { DataScope } from '../people/policy.ts';
import { ofDocumentAge } from './document-age.ts';
import { activityTypeCode, countedStatusCodes } from './codes.ts';
import { joinWithAnd, joinWithOr, conditionOn, filterConditions } from './filter-sql.ts';
import type { Condition } from './filter-sql.ts';
import { engagementTextWhere } from './text-where.ts';
import type { SearchText } from './text-where.ts';

/** The organizations with at least as many activities of a selection; of more than `most`, those with the most. */
export interface OrganisationRule {
  readonly selection: EngagementSelection;
  readonly least: number;
  readonly most: number;
}

/** An organization of a rule. */
export interface RuleMember {
  readonly id: number;
  readonly activities: number;
}

/** Activities of organizations that a filter names by their ids or by rules. */
export interface ListedOrganisations {
  readonly ids: readonly number[];
  readonly rules: readonly OrganisationRule[];
  /** Those of all others, and those without an organization. */
  readonly negative: boolean;
  /** Activities without an organization match too. */
  readonly allowNA: boolean;
}

/** The requested activities, limited to what the caller may see. */
export interface EngagementSelection {
  /** An empty list matches nothing; 'all' is for callers who may see every client. */
  readonly clientIds: readonly number[] | 'all';
  readonly communityIds: readonly number[] | 'all';
  /** An empty list matches nothing. */
  readonly activityTypes: readonly ActivityType[];
  /** If missing, activities with any document; an empty list matches nothing. */
  readonly documentIds?: readonly number[];
  /** If missing, activities of any reader; an empty list matches nothing. */
  readonly readerIds?: readonly number[];
  /** The reader's organization at the time. If missing, any or none; an empty list matches nothing. */
  readonly organisationIds?: readonly number[];
  /** If missing, activities with documents of any age. */
  readonly docAge?: DocAge;
  /** If missing, activities with any text. */
  readonly search?: SearchText;
  readonly range: ResolvedRange;
  /** Combined with AND; without clients and dates. */
  readonly filters: readonly PreparedFilter[];
  /** Combined with AND with each other and the filters. */
  readonly listed?: readonly ListedOrganisations[];
  /** The catalogue that the filters were parsed with. */
  readonly catalogue: FieldCatalogue;
}

/** Activities of any date. */
export type UndatedSelection = Omit<EngagementSelection, 'range' | 'docAge'>;

/** A single value is compared with `=`: the index then returns one range of rows, in order. */
export const matchesAny = (
  column: string,
  values: readonly number[],
  type: 'integer' | 'smallint',
): Condition => {
  const operand = sql.ref(column);
  const [first] = values;
  return values.length === 1
    ? sql<SqlBool>`${operand} = ${first}::${sql.raw(type)}`
    : sql<SqlBool>`${operand} = ANY(${values}::${sql.raw(type)}[])`;
};

/** The WHERE condition on a table with the clients of a selection. */
export const ofSelectedClients = (
  { clientIds }: Pick<EngagementSelection, 'clientIds'>,
  alias: string,
): Condition =>
  clientIds === 'all' ? sql<SqlBool>`true` : matchesAny(`${alias}.client_id`, clientIds, 'integer');

/** Whole days, both inclusive. */
export const withinRange = (range: ResolvedRange): Condition => {
  const { from, before } = toInstants(range);
  return sql<SqlBool>`e.occurred_at >= ${from}::timestamptz AND e.occurred_at < ${before}::timestamptz`;
};

const ofActivityTypes = (types: readonly ActivityType[]): Condition[] =>
  allActivityTypes.every((type) => types.includes(type))
    ? []
    : [
        matchesAny(
          'e.activity_type',
          types.map((type) => activityTypeCode[type]),
          'smallint',
        ),
      ];

/** The WHERE condition on `engagement AS e` for everything that a caller may see. */
export const visibleWhere = ({ clientIds, communityIds, activityTypes }: DataScope): Condition =>
  joinWithAnd([
    ...(clientIds === 'all' ? [] : [matchesAny('e.client_id', clientIds, 'integer')]),
    matchesAny('e.status', countedStatusCodes, 'smallint'),
    ...(communityIds === 'all' ? [] : [matchesAny('e.community_id', communityIds, 'smallint')]),
    ...ofActivityTypes(activityTypes),
  ]);

/** Whether the caller sees an activity of an organization for a client. */
export const seesOrganisation = (
  scope: DataScope,
  client: RawBuilder<unknown>,
  organisation: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM engagement AS e
  WHERE e.client_id = ${client} AND e.organisation_id = ${organisation} AND ${visibleWhere(scope)})`;

/** Activities of given documents, readers or organizations. */
const ofSubjects = ({ documentIds, readerIds, organisationIds }: UndatedSelection): Condition[] => [
  ...(documentIds ? [matchesAny('e.document_id', documentIds, 'integer')] : []),
  ...(readerIds ? [matchesAny('e.reader_id', readerIds, 'integer')] : []),
  ...(organisationIds ? [matchesAny('e.organisation_id', organisationIds, 'integer')] : []),
];

/** The ids of the organizations of a rule with their numbers of activities, most first. */
export const organisationsByRule = ({
  selection,
  least,
  most,
}: OrganisationRule): RawBuilder<RuleMember> => sql`
  SELECT e.organisation_id AS id, count(*)::integer AS activities FROM engagement AS e
  WHERE e.organisation_id IS NOT NULL AND ${selectionWhere(selection)}
  GROUP BY e.organisation_id HAVING count(*) >= ${least}::integer
  ORDER BY count(*) DESC, e.organisation_id LIMIT ${most}::integer`;

/** Nothing in it depends on the activity `e`, so that it is computed once for a statement. */
const ofListed = ({ ids, rules, negative, allowNA }: ListedOrganisations): Condition => {
  const parts = [
    sql`SELECT unnest(${ids}::integer[])`,
    ...rules.map((rule) => sql`SELECT member.id FROM (${organisationsByRule(rule)}) AS member`),
  ];
  const isListed = sql<SqlBool>`e.organisation_id IN (${sql.join(parts, sql` UNION ALL `)})`;
  if (negative) return sql<SqlBool>`(${isListed}) IS NOT TRUE`;
  // As IS TRUE it is not turned into a join: the plan of the statement stays that without it.
  const isTrue = sql<SqlBool>`(${isListed}) IS TRUE`;
  return allowNA ? joinWithOr([isTrue, sql<SqlBool>`e.organisation_id IS NULL`]) : isTrue;
};

/** What a selection requires besides its clients, counted statuses and dates. */
export const listRequirements = (selection: UndatedSelection): Condition[] => {
  const { communityIds, search } = selection;
  return [
    ...(communityIds === 'all' ? [] : [matchesAny('e.community_id', communityIds, 'smallint')]),
    ...ofActivityTypes(selection.activityTypes),
    ...ofSubjects(selection),
    ...filterConditions(selection.filters, selection.catalogue),
    ...(selection.listed ?? []).map(ofListed),
    ...(search ? engagementTextWhere(search) : []),
  ];
};

/** The WHERE condition on `engagement AS e` for counted activities of some clients within dates. */
export const countedWhere = (
  clientIds: UndatedSelection['clientIds'],
  dates: readonly Condition[] = [],
): Condition =>
  joinWithAnd([
    ...(clientIds === 'all' ? [] : [matchesAny('e.client_id', clientIds, 'integer')]),
    ...dates,
    matchesAny('e.status', countedStatusCodes, 'smallint'),
  ]);

/**
 * The WHERE condition on `engagement AS e` for a selection without its dates: restricted to its clients and counted
 * statuses, and by `dates`.
 */
export const undatedWhere = (selection: UndatedSelection, dates: readonly Condition[] = []): Condition =>
  joinWithAnd([countedWhere(selection.clientIds, dates), ...listRequirements(selection)]);

/** What a selection requires of dates: its own, and those of documents of an age. */
export const datesWhere = ({ range, docAge }: Pick<EngagementSelection, 'docAge' | 'range'>): Condition =>
  joinWithAnd([withinRange(range), ...(docAge ? [ofDocumentAge(docAge, range.to)] : [])]);

/**
 * The WHERE condition on `engagement AS e` for a selection: restricted to its clients, its dates and counted
 * statuses.
 */
export const selectionWhere = (selection: EngagementSelection): Condition =>
  undatedWhere(selection, [datesWhere(selection)]);

/**
 * The WHERE condition on `document AS d` for documents of the selection's clients in its communities. Its other
 * filters apply to activities and are ignored.
 */
export const ownDocumentsWhere = ({ clientIds, communityIds, filters }: EngagementSelection): Condition =>
  joinWithAnd([
    ...(clientIds === 'all'
      ? [sql<SqlBool>`d.client_id IS NOT NULL`]
      : [matchesAny('d.client_id', clientIds, 'integer')]),
    ...(communityIds === 'all' ? [] : [matchesAny('d.community_id', communityIds, 'smallint')]),
    ...filters
      .filter(({ field }) => field === 'Onlines')
      .map((filter) => conditionOn(filter, sql`d.community_id`)),
  ]);
