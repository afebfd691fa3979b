// The one definition of rising, falling, new and silent organizations and readers. `rankTrendWords` of the contract says it in words.
import { rankTrendOrders, standardTrendMinimum } from '@readerlens/contract/most-active';
import type { RankTrend } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import type { RankSort } from './rank-order.ts';

export interface TrendChoice {
  readonly kind: RankTrend;
  readonly minimum?: number;
}

/** The order of a request: by default that of its trend, or of all rows without one. */
export const findSort = <Field extends string>(
  { sort, trend }: { readonly sort?: RankSort<Field>; readonly trend?: TrendChoice },
  ofAll: RankSort<Field>,
): RankSort<Field | 'engagementsChange'> =>
  sort ?? (trend ? { field: 'engagementsChange', order: rankTrendOrders[trend.kind] } : ofAll);

/** Whether rows are chosen or sorted by their change, which needs the period before. */
export const isOfChange = (trend: TrendChoice | undefined, { field }: RankSort<string>): boolean =>
  trend !== undefined || field === 'engagementsChange';

const engagements = sql<number>`ranked.engagements`;
const previous = sql<number>`ranked."previousActivities"`;

/** The change of engagements since the period before. */
export const changeSql: RawBuilder<number> = sql`(${engagements} - ${previous})`;

const trends: Readonly<Record<RankTrend, Condition>> = {
  rising: sql<SqlBool>`${engagements} > ${previous}`,
  falling: sql<SqlBool>`${engagements} < ${previous} AND ${engagements} > 0`,
  new: sql<SqlBool>`${engagements} > 0 AND ${previous} = 0`,
  silent: sql<SqlBool>`${engagements} = 0 AND ${previous} > 0`,
};

/**
 * The condition on rows `ranked` of both periods: those of a trend, else those of the later period. The minimum is of
 * either period, so that it means the same for all trends.
 */
export const trendWhere = (trend: TrendChoice | undefined): Condition => {
  if (!trend) return sql<SqlBool>`${engagements} > 0`;
  const { kind, minimum = standardTrendMinimum } = trend;
  return joinWithAnd([
    trends[kind],
    sql<SqlBool>`greatest(${engagements}, ${previous}) >= ${minimum}::integer`,
  ]);
};
