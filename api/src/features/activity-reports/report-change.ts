// How a report differs from the one that its contact got before it.
import { sql } from 'kysely';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import type { Condition } from '../../activities/filter-sql.ts';
import { countActivities } from '../../activities/key-list.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Services } from '../../people/services.ts';
import type { ReportRunRow } from './report-access.ts';
import { runWhere } from './report-file.ts';
import { isSameSelection } from './report-selection.ts';
import type { ReportPeriod } from './report-selection.ts';

type Parts = Pick<Services, 'db' | 'catalogue'>;

/** A run of a report, or a configuration that would make one. */
export type ComparedReport = Pick<ReportRunRow, 'email' | 'client_id' | 'filters' | 'indices'> & {
  /** Null for a configuration that is not stored. */
  readonly config_id: string | null;
};

export interface ReportChange {
  /** Of the last report. */
  readonly period: ReportPeriod;
  readonly lastTotal: number;
  /** Organizations with activities in this report and none in the last one. */
  readonly newOrganizations: number;
}

/** The last run before a time that sent something, and of which nothing failed to be delivered. */
const findLastRun = ({ db }: Parts, configId: string, before: Date) =>
  db.kysely
    .selectFrom('activity_report_run as run')
    .selectAll('run')
    .where('run.config_id', '=', configId)
    .where('run.total', '>', 0)
    .where('run.period_to', '<=', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.run_id', '=', 'run.id')
            .where('delivery.state', '=', 'failed'),
        ),
      ),
    )
    .orderBy('run.period_to', 'desc')
    .orderBy('run.run_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The same contact gets activities by the same filters. The community of the contact is not stored with runs. */
const isComparable = async (
  { catalogue }: Parts,
  report: ComparedReport,
  last: ReportRunRow,
): Promise<boolean> =>
  report.email.toLowerCase() === last.email.toLowerCase() &&
  isSameSelection({ ...report, community_id: null }, { ...last, community_id: null }, await catalogue());

/**
 * Compares the activities of a condition on `engagement AS e`, which a report is about, with those of the last report of
 * the same contact, as far as they are within a scope. Undefined if there is nothing to compare with.
 */
export const readReportChange = async (
  parts: Parts,
  report: ComparedReport,
  { period, where }: { readonly period: ReportPeriod; readonly where: Condition },
  scope: DataScope,
): Promise<ReportChange | undefined> => {
  if (report.config_id === null) return undefined;
  const last = await findLastRun(parts, report.config_id, period.from);
  if (!last || !(await isComparable(parts, report, last))) return undefined;
  const { kysely } = parts.db;
  const before = runWhere(last.id, scope);
  const lastTotal = await countActivities(kysely, before);
  if (lastTotal === 0) return undefined;
  const organizations = (condition: Condition) => sql`SELECT e.organisation_id FROM engagement AS e
    WHERE ${joinWithAnd([condition, sql`e.organisation_id IS NOT NULL`])}`;
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (${organizations(where)} EXCEPT ${organizations(before)}) AS found`.execute(
    kysely,
  );
  return {
    period: { from: last.period_from, to: last.period_to },
    lastTotal,
    newOrganizations: rows[0]?.total ?? 0,
  };
};
