import type { CallData, Calls } from '@readerlens/contract';
import { tactics } from '@readerlens/contract/marketing-pipeline';
import type { CreditModel, Tactic } from '@readerlens/contract/marketing-pipeline';
import { toInstants } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { creditTouches } from './credits.ts';
import type { Deal, Touch } from './deals.ts';

type CreditRow = CallData<Calls['POST /api/marketing-performance/pipeline/credits']>[number];

/** Lost deals have no amount to divide. */
export const hasCredit = ({ outcome, cents }: Deal): boolean => outcome !== 'lost' && cents !== null;

interface Sum {
  cents: number;
  touches: number;
  readonly deals: Set<number>;
}

/**
 * Credits by currency and tactic. The whole amount of a deal is divided among all its touches; `period` limits which of them
 * are counted, so that the credits of all periods add up to the amount.
 */
export const sumCredits = (
  deals: readonly Deal[],
  {
    model,
    today,
    period,
  }: { readonly model: CreditModel; readonly today: string; readonly period?: ResolvedRange },
): CreditRow[] => {
  const instants = period && toInstants(period);
  const isCounted = ({ at }: Touch) =>
    instants === undefined || (at >= new Date(instants.from) && at < new Date(instants.before));
  const currencies = new Map<string | null, Map<Tactic, Sum>>();
  for (const deal of deals.filter(hasCredit)) {
    const own = deal.touches;
    const end = new Date(`${deal.closedOn ?? today}T00:00:00Z`);
    const times = own.map(({ at }) => at);
    const credits = creditTouches(model, deal.cents ?? 0, times, end);
    const sums = currencies.get(deal.currency) ?? new Map<Tactic, Sum>();
    currencies.set(deal.currency, sums);
    for (const [index, touch] of own.entries()) {
      if (!isCounted(touch)) continue;
      const sum = sums.get(touch.tactic) ?? { cents: 0, touches: 0, deals: new Set() };
      sums.set(touch.tactic, sum);
      sum.cents += credits[index] ?? 0;
      sum.touches += 1;
      sum.deals.add(deal.id);
    }
  }
  return [...currencies].flatMap(([currency, sums]) =>
    tactics.flatMap((tactic) => {
      const sum = sums.get(tactic);
      if (!sum) return [];
      return [{ tactic, currency, cents: sum.cents, touches: sum.touches, deals: sum.deals.size }];
    }),
  );
};
