// Deals with the activities of their organizations. The filters and the scope of the viewer apply to the activities; a deal
// belongs to its client. Days are UTC.
import type { SideName } from '@readerlens/contract/marketing';
import { assistDays, touchWindowDays, touchWindows } from '@readerlens/contract/marketing-pipeline';
import type { CreditBasis, DealMatch, StageOutcome, Tactic } from '@readerlens/contract/marketing-pipeline';
import { addDays, toInstants } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { activityTypeCode, sourceCode } from '../codes.ts';
import { readRows } from '../figures/figure.ts';
import type { Selected } from '../figures/figure.ts';
import { joinWithAnd } from '../filter-sql.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { findExecuting, keepCounts } from '../packed/kept-statements.ts';
import { sharedReads } from '../../platform/shared-reads.ts';
import { ofSelectedClients, undatedWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';

const dayMs = 86_400_000;

export type PipelineRows = Pick<Selected<MarketingSelection>, 'kysely' | 'selection'>;

/** A deal as the figures count it. */
export interface Deal {
  readonly id: number;
  readonly stage: string;
  readonly stageKey: string;
  readonly outcome: StageOutcome | null;
  readonly createdOn: string;
  readonly closedOn: string | null;
  readonly cents: number | null;
  readonly currency: string | null;
  readonly match: DealMatch;
  readonly organisationId: number | null;
  readonly isAssisted: boolean;
  readonly isAccelerated: boolean;
  /** In order. */
  readonly touches: readonly Touch[];
}

/** One reader with one document or event, for one deal: its first activity. */
export interface Touch {
  readonly at: Date;
  readonly tactic: Tactic;
}

/** The instant at which a day begins, UTC. */
export const midnight = (day: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`(${day}::timestamp AT TIME ZONE 'UTC')`;

/** Which deals are read: those of a period, or of any date. */
type DealChoice = CreditBasis | 'any';

const inPeriod = ({ range }: EngagementSelection, basis: DealChoice) => {
  const between = (day: string) =>
    sql<SqlBool>`${sql.ref(day)} BETWEEN ${range.from}::date AND ${range.to}::date`;
  if (basis === 'touch' || basis === 'any') return sql<SqlBool>`true`;
  return basis === 'created'
    ? between('o.created_on')
    : sql<SqlBool>`s.outcome IN ('won', 'lost') AND ${between('o.closed_on')}`;
};

/**
 * Deals with what their stage means, and the instants between which an activity can influence them. A closed deal ends on its
 * closed day; without one, only what precedes its creation is certain to precede its close. The close of an open deal is a
 * forecast. Of a deal whose stage has no outcome it may be one, so the earlier of both ends counts.
 */
const wantedDeals = (selection: MarketingSelection, basis: DealChoice): RawBuilder<unknown> => {
  const tomorrow = midnight(sql`${addDays(selection.today, 1)}::date`);
  return sql`
    SELECT o.id, o.client_id, o.stage, match_text(o.stage) AS stage_key, s.outcome, o.created_on,
      CASE WHEN s.outcome = 'open' THEN NULL ELSE o.closed_on END AS closed_on,
      o.cents, o.currency, o.match, o.organisation_id,
      ${midnight(sql`o.created_on`)} AS created_at,
      CASE WHEN s.outcome = 'open' THEN ${tomorrow}
        WHEN s.outcome IS NULL THEN least(${midnight(sql`o.closed_on`)}, ${tomorrow})
        ELSE least(${midnight(sql`coalesce(o.closed_on, o.created_on)`)}, ${tomorrow}) END AS ends_at
    FROM opportunity AS o
    LEFT JOIN opportunity_stage AS s ON s.client_id = o.client_id AND s.stage_key = match_text(o.stage)
    WHERE ${joinWithAnd([ofSelectedClients(selection, 'o'), inPeriod(selection, basis)])}`;
};

const tacticSql = sql`CASE
  WHEN e.activity_type = ${sql.lit(activityTypeCode.Webinar)} THEN 'webinar'
  WHEN e.activity_type = ${sql.lit(activityTypeCode.Event)} THEN 'event'
  WHEN e.activity_type = ${sql.lit(activityTypeCode.CustomerRequest)} THEN 'request'
  WHEN e.source IN (${sql.lit(sourceCode.customNewsletter)}, ${sql.lit(sourceCode.editorial)},
    ${sql.lit(sourceCode.leadNurtureCampaign)}, ${sql.lit(sourceCode.streamNL)}) THEN 'newsletter'
  ELSE 'content' END`;

/** The activities `e` that influenced the deals in `deal`: at most as long before the creation as can assist, and before the end. */
const influencing = (selection: MarketingSelection): RawBuilder<unknown> => sql`
  FROM deal JOIN engagement AS e ON e.client_id = deal.client_id AND e.organisation_id = deal.organisation_id
    AND e.occurred_at >= deal.created_at - ${`${assistDays} days`}::interval AND e.occurred_at < deal.ends_at
  WHERE ${undatedWhere(selection)}`;

/** Rows of each touch of the deals in `deal`: its first and last activity, before the deal ended. */
const touchesOfDeals = (selection: MarketingSelection): RawBuilder<unknown> => sql`
  SELECT deal.id AS deal_id, deal.created_at, min(e.occurred_at) AS at, max(e.occurred_at) AS last_at, min(e.id) AS first_id,
    (array_agg(${tacticSql} ORDER BY e.occurred_at, e.id))[1] AS tactic
  ${influencing(selection)}
  GROUP BY deal.id, deal.created_at, e.reader_id, e.document_id`;

interface StoredDeal extends Omit<Deal, 'isAccelerated' | 'isAssisted' | 'touches'> {
  /** The first and the last activity of each touch in milliseconds since 1970, and its tactic, in the order of the touches. */
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  readonly tactics: readonly Tactic[];
}

const milliseconds = (instant: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${instant}) * 1000)::double precision`;
const inOrder = (value: RawBuilder<unknown>) => sql`array_agg(${value} ORDER BY touch.at, touch.first_id)`;

const selectStoredDeals = (selection: MarketingSelection, basis: DealChoice): RawBuilder<StoredDeal> =>
  sql<StoredDeal>`
    WITH deal AS MATERIALIZED (${wantedDeals(selection, basis)}),
      touch AS MATERIALIZED (${touchesOfDeals(selection)})
    SELECT deal.id, deal.stage, deal.stage_key AS "stageKey", deal.outcome, deal.created_on AS "createdOn",
      deal.closed_on AS "closedOn", deal.cents, deal.currency, deal.match, deal.organisation_id AS "organisationId",
      coalesce(found.firsts, '{}') AS firsts, coalesce(found.lasts, '{}') AS lasts, coalesce(found.tactics, '{}') AS tactics
    FROM deal LEFT JOIN (
      SELECT deal_id, ${inOrder(milliseconds(sql`touch.at`))} AS firsts,
        ${inOrder(milliseconds(sql`touch.last_at`))} AS lasts, ${inOrder(sql`touch.tactic`)} AS tactics
      FROM touch GROUP BY 1) AS found ON found.deal_id = deal.id
    ORDER BY deal.created_on DESC, deal.id DESC`;

const createdAt = ({ createdOn }: Pick<Deal, 'createdOn'>): number => Date.parse(`${createdOn}T00:00:00Z`);

const buildDeal = ({ firsts, lasts, tactics, ...deal }: StoredDeal): Deal => ({
  ...deal,
  isAssisted: firsts.some((at) => at < createdAt(deal)),
  isAccelerated: lasts.some((at) => at >= createdAt(deal)),
  touches: firsts.map((at, place) => ({ at: new Date(at), tactic: tactics[place] ?? 'content' })),
});

type ReadDeals = (selection: MarketingSelection, basis: DealChoice) => Promise<Deal[]>;
const readersByDatabase = new WeakMap<object, ReadDeals>();

/** The calls of a page arrive together and ask for the same deals: they share a scan. */
const shareReads = (kysely: PipelineRows['kysely']): ReadDeals => {
  const database = findExecuting(kysely);
  const known = readersByDatabase.get(database);
  if (known) return known;
  const read = sharedReads(async (selection: MarketingSelection, basis: DealChoice) =>
    (await readRows(database, selectStoredDeals(selection, basis))).map(buildDeal),
  );
  readersByDatabase.set(database, read);
  return read;
};

const isTouchedIn = ({ range }: EngagementSelection) => {
  const { from, before } = toInstants(range);
  const [start, end] = [new Date(from), new Date(before)];
  return ({ at }: Touch): boolean => at >= start && at < end;
};

/** Of deals of any date by touch: those with a touch in the period. */
const chooseByBasis = (
  deals: readonly Deal[],
  selection: MarketingSelection,
  basis: DealChoice,
): readonly Deal[] =>
  basis === 'touch' ? deals.filter(({ touches }) => touches.some(isTouchedIn(selection))) : deals;

/** The deals of a period or of any date, newest first. By touch: those with a touch in the period. */
export const readDeals = async (
  { kysely, selection }: PipelineRows,
  basis: DealChoice,
): Promise<readonly Deal[]> => chooseByBasis(await shareReads(kysely)(selection, basis), selection, basis);

/** What is counted from the deals that `readDeals` reads. `key` has all that `count` depends on besides deals, dates and basis. */
export const countDeals = <Value>(
  { kysely, selection }: PipelineRows,
  basis: DealChoice,
  key: unknown,
  count: (deals: readonly Deal[]) => Value,
): Promise<Value> =>
  keepCounts(kysely, {
    query: selectStoredDeals(selection, basis).compile(kysely),
    key: [basis, selection.range, selection.today, key],
    read: () => shareReads(kysely)(selection, basis),
    count: (deals) => count(chooseByBasis(deals, selection, basis)),
  });

/** A deal with the sides of a comparison that influenced it. */
export type SideDeal = Pick<Deal, 'cents' | 'currency' | 'outcome'> & Readonly<Record<SideName, boolean>>;

/** The deals created in a period, read once for both sides of a comparison, which have the same clients and dates. */
export const readDealsOfSides = (
  { kysely }: Pick<PipelineRows, 'kysely'>,
  { baseline, comparison }: Readonly<Record<SideName, MarketingSelection>>,
): Promise<SideDeal[]> =>
  readRows(
    kysely,
    sql<SideDeal>`
      WITH deal AS MATERIALIZED (${wantedDeals(baseline, 'created')}),
        baseline AS MATERIALIZED (SELECT DISTINCT deal.id ${influencing(baseline)}),
        comparison AS MATERIALIZED (SELECT DISTINCT deal.id ${influencing(comparison)})
      SELECT deal.outcome, deal.cents, deal.currency, deal.id IN (SELECT id FROM baseline) AS baseline,
        deal.id IN (SELECT id FROM comparison) AS comparison
      FROM deal`,
  );

export interface WindowCount {
  readonly from: number;
  readonly deals: number;
  readonly touches: number;
}

/** The window of days after the creation of the deal, in which a touch is. The last one has no end. */
const findWindow = (deal: Deal, { at }: Touch): number => {
  const days = (at.getTime() - createdAt(deal)) / dayMs;
  return Math.min(Math.floor(days / touchWindowDays) * touchWindowDays, touchWindows.at(-1)!);
};

/** A deal counts once in each window that has a touch of it. */
export const countWindows = (deals: readonly Deal[]): WindowCount[] =>
  touchWindows.map((from) => {
    const counts = deals.map(
      (deal) => deal.touches.filter((touch) => findWindow(deal, touch) === from).length,
    );
    return {
      from,
      deals: counts.filter((count) => count > 0).length,
      touches: counts.reduce((sum, count) => sum + count, 0),
    };
  });

/** Whether one touch of a deal has the tactic and the window, and with the basis of touches is in the period. */
export const hasTouch =
  (
    selection: MarketingSelection,
    basis: CreditBasis,
    { tactic, window }: { readonly tactic: Tactic | undefined; readonly window: number | undefined },
  ) =>
  (deal: Deal): boolean =>
    deal.touches.some(
      (touch) =>
        (tactic === undefined || touch.tactic === tactic) &&
        (window === undefined || findWindow(deal, touch) === window) &&
        (basis !== 'touch' || isTouchedIn(selection)(touch)),
    );

/** How many deals the clients have, of any period. */
export const countAllDeals = async ({ kysely, selection }: PipelineRows): Promise<number> => {
  const rows = await readRows(
    kysely,
    sql<{
      count: number;
    }>`SELECT count(*) AS count FROM opportunity AS o WHERE ${ofSelectedClients(selection, 'o')}`,
  );
  return rows[0]?.count ?? 0;
};
