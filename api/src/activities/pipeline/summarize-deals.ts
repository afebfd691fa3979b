// Sums of deals. Amounts of different currencies are never added.
import type { CallData, Calls } from '@readerlens/contract';
import type { DealInfluence, StageOutcome } from '@readerlens/contract/marketing-pipeline';
import { groupBy } from '../../platform/group-by.ts';
import type { Deal } from './deals.ts';

type Summary = CallData<Calls['POST /api/marketing-performance/pipeline']>;
type Outcomes = NonNullable<Summary['rates']>['influenced'];
type StageRow = CallData<Calls['POST /api/marketing-performance/pipeline/by-stage']>[number];

const dayMs = 86_400_000;

export const isInfluenced = ({ isAssisted, isAccelerated }: Deal): boolean => isAssisted || isAccelerated;
export const readInfluence = ({ isAssisted, isAccelerated }: Deal): DealInfluence => {
  if (isAssisted && isAccelerated) return 'both';
  return isAssisted ? 'assisted' : isAccelerated ? 'accelerated' : 'none';
};
export const isClosed = ({ outcome }: Deal): boolean => outcome === 'won' || outcome === 'lost';
const isWon = ({ outcome }: Pick<Deal, 'outcome'>): boolean => outcome === 'won';
/** Whether the days from creation to close are known. */
export const hasCycle = (deal: Deal): boolean => isWon(deal) && deal.closedOn !== null;

type Test<D> = (deal: D) => boolean;
type Amount = Pick<Deal, 'cents' | 'currency' | 'outcome'>;

const countDeals = (deals: readonly Deal[], test: (deal: Deal) => boolean): number =>
  deals.filter(test).length;

const sumAmounts = <D extends Amount>(deals: readonly D[], isOne: Test<D>) => {
  const amounts = deals.filter(({ cents }) => cents !== null);
  const influenced = amounts.filter(isOne);
  const sum = (all: readonly D[]) => all.reduce((total, { cents }) => total + (cents ?? 0), 0);
  return {
    deals: amounts.length,
    cents: sum(amounts),
    influencedDeals: influenced.length,
    influencedCents: sum(influenced),
  };
};

/** The amounts by currency, and those of influenced deals among them. Each list of the same deals has the same currencies. */
export const sumCurrencies = <D extends Amount>(
  deals: readonly D[],
  isOne: Test<D>,
): Summary['currencies'] => {
  const byCurrency = groupBy(
    deals.filter(({ cents }) => cents !== null),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .toSorted(([a, some], [b, others]) => others.length - some.length || (a ?? '').localeCompare(b ?? ''))
    .map(([currency, own]) => ({
      currency,
      open: sumAmounts(
        own.filter(({ outcome }) => outcome === 'open'),
        isOne,
      ),
      won: sumAmounts(own.filter(isWon), isOne),
    }));
};

const countDays = ({ createdOn, closedOn }: Deal): number =>
  closedOn === null ? 0 : Math.round((Date.parse(closedOn) - Date.parse(createdOn)) / dayMs);

const sumOutcomes = (deals: readonly Deal[]): Outcomes => {
  const cycles = deals.filter(hasCycle);
  return {
    won: countDeals(deals, isWon),
    closed: countDeals(deals, isClosed),
    cycleDeals: cycles.length,
    cycleDays: cycles.reduce((sum, deal) => sum + countDays(deal), 0),
  };
};

/** The stages without an outcome, as they are written first. */
const listUnmapped = (deals: readonly Deal[]): string[] => {
  const stages = new Map(
    deals.filter(({ outcome }) => outcome === null).map(({ stageKey, stage }) => [stageKey, stage]),
  );
  return [...stages.values()].toSorted((a, b) => a.localeCompare(b));
};

export const summarizeDeals = (deals: readonly Deal[]): Omit<Summary, 'uploaded'> => {
  const unmappedStages = listUnmapped(deals);
  const influenced = deals.filter(isInfluenced);
  return {
    deals: deals.length,
    influenced: influenced.length,
    assisted: countDeals(deals, ({ isAssisted }) => isAssisted),
    accelerated: countDeals(deals, ({ isAccelerated }) => isAccelerated),
    matched: countDeals(deals, ({ organisationId }) => organisationId !== null),
    ambiguous: countDeals(deals, ({ match }) => match === 'ambiguous'),
    unmatched: countDeals(
      deals,
      ({ match, organisationId }) => organisationId === null && match !== 'ambiguous',
    ),
    unmappedStages,
    undatedCloses: countDeals(deals, (deal) => isClosed(deal) && deal.closedOn === null),
    currencies: sumCurrencies(deals, isInfluenced),
    rates:
      unmappedStages.length > 0
        ? null
        : {
            influenced: sumOutcomes(influenced),
            others: sumOutcomes(deals.filter((deal) => !isInfluenced(deal))),
          },
  };
};

const ranks: Readonly<Record<StageOutcome, number>> = { open: 0, won: 2, lost: 3 };

/** Open stages, those without an outcome, won and lost ones; within each the largest first. */
export const countStages = (deals: readonly Deal[]): StageRow[] => {
  const rank = ({ outcome }: StageRow) => (outcome === null ? 1 : ranks[outcome]);
  return [...groupBy(deals, ({ stageKey, outcome }) => `${outcome} ${stageKey}`).values()]
    .map((own) => ({
      stage: own[0]!.stage,
      outcome: own[0]!.outcome,
      deals: own.length,
      influenced: countDeals(own, isInfluenced),
    }))
    .toSorted((a, b) => rank(a) - rank(b) || b.deals - a.deals || a.stage.localeCompare(b.stage));
};
