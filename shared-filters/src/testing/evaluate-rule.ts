import { evaluate, withDefaultDateRange } from '../model/index.ts';
import type { EngagementFacts, EvaluateContext, Filter } from '../model/index.ts';

/** The rule of an account list: the organizations of a client with enough engagements, at most the first ones. */
interface EvaluatedRule {
  readonly clientId: string;
  readonly filters: readonly Filter[];
  readonly least: number;
  readonly most: number;
}

/** The ids of the organizations of a rule, among the rows that its viewer sees. */
export const evaluateRule = (
  rows: readonly EngagementFacts[],
  { clientId, filters, least, most }: EvaluatedRule,
  context: EvaluateContext,
): string[] => {
  const dated = withDefaultDateRange(filters, context.now);
  const counts = new Map<string, number>();
  for (const row of rows)
    if (row.readerOrgId !== null && row.clientId === clientId && evaluate(row, dated, context))
      counts.set(row.readerOrgId, (counts.get(row.readerOrgId) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, countA], [b, countB]) => countB - countA || Number(a) - Number(b))
    .slice(0, most)
    .map(([id]) => id);
};
