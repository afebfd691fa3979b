// The only place where filters become SQL. Pure: values are passed only as parameters; names of tables and columns
// are literals in this file. `evaluate` of the filter model defines what a filter means; a property test
// verifies that both agree.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { fold } from '@readerlens/contract/text';
import {
  toInstants,
  listMediaSources,
  sqlLikePattern,
  textLines,
  analyzeTextOp,
} from '@readerlens/filters/model';
import type {
  FieldCatalogue,
  NumericOp,
  PreparedFilter,
  ResolvedRange,
  TermsFilter,
  TextFilter,
} from '@readerlens/filters/model';
import { sourceCode } from './codes.ts';
import { findPlace } from './field-places.ts';
import type { Place } from './field-places.ts';

export type Condition = RawBuilder<SqlBool>;
/** A column or an expression. */
type Operand = RawBuilder<unknown>;

const never: Condition = sql<SqlBool>`false`;
const always: Condition = sql<SqlBool>`true`;

const isNotTrue = (condition: Condition): Condition => sql<SqlBool>`(${condition}) IS NOT TRUE`;
const either = (a: Condition, b: Condition): Condition => sql<SqlBool>`(${a} OR ${b})`;

/** At least one of some conditions. */
export const joinWithOr = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** All of the conditions; `true` for an empty list. */
export const joinWithAnd = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? always : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

/** What a filter tests on its operand, and whether the test is negated. A missing value never satisfies `test`. */
interface FilterTest {
  readonly test: (operand: Operand) => Condition;
  readonly negative: boolean;
  /** Rows without a value match too. */
  readonly allowNA: boolean;
}

const bounds = { smallint: 32_767, integer: 2_147_483_647 };

/** Ids that fit the column. Any other id matches nothing. */
const readNumbers = (
  filter: TermsFilter,
  type: 'smallint' | 'integer',
  codes?: Readonly<Record<string, number>>,
) =>
  filter.value.flatMap(({ id }) => {
    if (codes) return Object.hasOwn(codes, id) ? [codes[id] as number] : [];
    const value = /^-?[1-9]\d{0,9}$/.test(id) ? Number(id) : Infinity;
    return Math.abs(value) <= bounds[type] ? [value] : [];
  });

/** A separate type for each column keeps its index usable and lets both engines infer the parameter. */
const arrayOperand = (values: readonly (number | string)[], type: Place['type']): Operand =>
  sql`${values}::${sql.raw(type)}[]`;

/** `&&` compares every pair of elements; a longer list is faster as a hash table. */
const maxOverlap = 100;

const termsTest = (filter: TermsFilter, { type, isList, codes }: Place): FilterTest['test'] => {
  const values =
    type === 'text' ? filter.value.map(({ id }) => id) : readNumbers(filter, type as 'integer', codes);
  if (values.length === 0) return () => never;
  const list = arrayOperand(values, type);
  if (!isList) return (operand) => sql<SqlBool>`${operand} = ANY(${list})`;
  if (values.length <= maxOverlap) return (operand) => sql<SqlBool>`${operand} && ${list}`;
  return (operand) =>
    sql<SqlBool>`EXISTS (SELECT FROM unnest(${operand}) AS listed (value) WHERE listed.value = ANY(${list}))`;
};

const textTest = (filter: TextFilter): FilterTest['test'] => {
  const { match } = analyzeTextOp(filter.op);
  const entries = textLines(filter.value);
  // Only `=` can use an index.
  if (match === 'Equals')
    return (operand) => sql<SqlBool>`fold_text(${operand}) = ANY(${entries.map(fold)}::text[])`;
  const patterns = entries.map((entry) => sqlLikePattern(match, entry));
  return (operand) => sql<SqlBool>`fold_text(${operand}) LIKE ANY(${patterns}::text[])`;
};

const comparison: Record<NumericOp, string> = {
  LessThan: '<',
  LessThanOrEquals: '<=',
  Equals: '=',
  GreaterThan: '>',
  GreaterThanOrEquals: '>=',
};

const buildFilterTest = (filter: PreparedFilter, place: Place): FilterTest => {
  switch (filter.$type) {
    case 'Terms':
      return {
        test: termsTest(filter, place),
        negative: filter.op === 'NotContains',
        allowNA: filter.allowNA,
      };
    case 'Text':
      return { test: textTest(filter), negative: analyzeTextOp(filter.op).negative, allowNA: false };
    case 'Bool':
      return {
        test: (operand) => sql<SqlBool>`${operand} = ${filter.value}::boolean`,
        negative: false,
        allowNA: filter.allowNA,
      };
    case 'Numeric':
      return {
        test: (operand) =>
          sql<SqlBool>`${operand}::float8 ${sql.raw(comparison[filter.op])} ${filter.value}::float8`,
        negative: false,
        allowNA: false,
      };
    case 'Exists':
      return { test: (operand) => isPresent(operand, place), negative: !filter.value, allowNA: false };
    case 'Media': {
      const codes = listMediaSources(filter.value).map((source) => sourceCode[source]);
      const list = arrayOperand(codes, place.type);
      return { test: (operand) => sql<SqlBool>`${operand} = ANY(${list})`, negative: false, allowNA: false };
    }
    case 'DateRange':
      return { test: (operand) => isWithin(operand, filter.value), negative: false, allowNA: false };
  }
};

const isPresent = (operand: Operand, { isList, isFlag }: Place): Condition => {
  if (isFlag) return sql<SqlBool>`${operand}`;
  return isList ? sql<SqlBool>`${operand} <> '{}'` : sql<SqlBool>`${operand} IS NOT NULL`;
};

const isWithin = (operand: Operand, range: ResolvedRange): Condition => {
  const { from, before } = toInstants(range);
  return sql<SqlBool>`${operand} >= ${from}::timestamptz AND ${operand} < ${before}::timestamptz`;
};

/** The condition on a value stored in a column. */
const valueCondition = (
  { test, negative, allowNA }: FilterTest,
  operand: Operand,
  place: Place,
): Condition => {
  if (negative) return isNotTrue(test(operand));
  return allowNA ? either(test(operand), isNotTrue(isPresent(operand, place))) : test(operand);
};

const exists = (table: string, key: Condition, condition: Condition): Condition =>
  sql<SqlBool>`EXISTS (SELECT FROM ${sql.table(table)} AS d WHERE ${key} AND ${condition})`;
const not = (condition: Condition): Condition => sql<SqlBool>`NOT ${condition}`;

const keys = {
  document: sql<SqlBool>`d.id = e.document_id`,
  reader: sql<SqlBool>`d.id = e.reader_id`,
  organisation: sql<SqlBool>`d.id = e.organisation_id`,
  engagement_detail: sql<SqlBool>`d.client_id = e.client_id AND d.engagement_id = e.id`,
} as const;

/**
 * The condition on an attribute of a dimension. Always a plain EXISTS or NOT EXISTS: the planner turns them into semi- and
 * anti-joins, while NOT IN becomes quadratic once its list exceeds work_mem. An activity without a row in the
 * dimension has no value.
 */
const dimensionCondition = (table: keyof typeof keys, filterTest: FilterTest, place: Place): Condition => {
  const { test, negative, allowNA } = filterTest;
  const column = sql`d.${sql.ref(place.column)}`;
  if (negative) return not(exists(table, keys[table], test(column)));
  if (!allowNA) return exists(table, keys[table], test(column));
  return not(exists(table, keys[table], isNotTrue(valueCondition(filterTest, column, place))));
};

/** Numeric answers. Answers are text; text that is not a number is not compared. */
const numeric = sql`CASE WHEN d.value ~ '^-?[0-9]{1,17}([.][0-9]{1,9})?$' THEN d.value::float8 END`;

/** The condition on an organization question: an organization has zero, one or several answer rows. */
const organisationAnswerCondition = (filter: PreparedFilter, questionId: string, place: Place): Condition => {
  const key = sql<SqlBool>`d.organisation_id = e.organisation_id AND d.question_id = ${Number(questionId)}::integer`;
  const table = 'organisation_answer';
  const { test, negative, allowNA } = buildFilterTest(filter, place);
  if (filter.$type === 'Exists')
    return filter.value ? exists(table, key, always) : not(exists(table, key, always));
  const operand =
    filter.$type === 'Numeric' ? numeric : filter.$type === 'Bool' ? sql`(d.value = 'true')` : sql`d.value`;
  const found = exists(table, key, test(operand));
  if (negative) return not(found);
  return allowNA ? either(found, not(exists(table, key, always))) : found;
};

const requirePlace = (field: string): Place => {
  const place = findPlace(field);
  if (!place) throw new Error(`There is no SQL for the filter field '${field}'.`);
  return place;
};

/** The condition of a filter on another column with the same content. */
export const conditionOn = (filter: PreparedFilter, operand: Operand): Condition => {
  const place = requirePlace(filter.field);
  return valueCondition(buildFilterTest(filter, place), operand, place);
};

const buildCondition = (filter: PreparedFilter, catalogue: FieldCatalogue): Condition => {
  const question = catalogue.find(filter.field)?.question;
  if (question)
    return organisationAnswerCondition(filter, question.id, {
      table: 'organisation',
      column: 'value',
      type: 'text',
    });
  const place = requirePlace(filter.field);
  if (place.table !== 'engagement')
    return dimensionCondition(place.table, buildFilterTest(filter, place), place);
  return conditionOn(filter, sql`e.${sql.ref(place.column)}`);
};

/**
 * The condition that a row of `engagement AS e` satisfies all filters.
 * @throws for a field of the catalogue that is missing in `field-places.ts`
 */
export const filterConditions = (
  filters: readonly PreparedFilter[],
  catalogue: FieldCatalogue,
): Condition[] => filters.map((filter) => buildCondition(filter, catalogue));
