// The one definition of rising, falling, new and silent organizations. `orgTrendWords` of the contract says it in words.
import { standardOrgMinimum } from '@readerlens/contract/most-active';
import type { OrgTrend } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';

export interface TrendChoice {
  readonly kind: OrgTrend;
  readonly minimum?: number;
}

const engagements = sql<number>`ranked.engagements`;
const previous = sql<number>`ranked."previousActivities"`;

/** The change of engagements since the period before. */
export const changeSql: RawBuilder<number> = sql`(${engagements} - ${previous})`;

const trends: Readonly<Record<OrgTrend, Condition>> = {
  rising: sql<SqlBool>`${engagements} > ${previous}`,
  falling: sql<SqlBool>`${engagements} < ${previous} AND ${engagements} > 0`,
  new: sql<SqlBool>`${engagements} > 0 AND ${previous} = 0`,
  silent: sql<SqlBool>`${engagements} = 0 AND ${previous} > 0`,
};

/**
 * The condition on organizations `ranked` of both periods: those of a trend, else those of the later period. The minimum is of
 * either period, so that it means the same for all trends.
 */
export const trendWhere = (trend: TrendChoice | undefined): Condition => {
  if (!trend) return sql<SqlBool>`${engagements} > 0`;
  const { kind, minimum = standardOrgMinimum } = trend;
  return joinWithAnd([
    trends[kind],
    sql<SqlBool>`greatest(${engagements}, ${previous}) >= ${minimum}::integer`,
  ]);
};
