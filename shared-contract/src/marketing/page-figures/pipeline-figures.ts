import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { countText } from '../../numbers.ts';
import { formatAmountShare, formatAverage, formatAverageAmount } from '../rates.ts';
import { formatWholeMoney } from './money.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { ShownFigure } from './tiles.ts';

export type Pipeline = CallData<Calls['POST /api/marketing-performance/pipeline']>;
type Rates = NonNullable<Pipeline['rates']>;

/** '(none)' is not the code of a currency. */
export const withoutCurrency = '(none)';
export const writeCurrency = (currency: string | null): string => currency ?? withoutCurrency;

/** The amounts in a currency, as the address of the page names it; the most frequent one by default. */
export const findAmounts = ({ currencies }: Pipeline, currency: string | undefined) =>
  currencies.find((each) => writeCurrency(each.currency) === currency) ?? currencies[0];

export const pipelineTiles = {
  deals: defineCount<Pipeline>('Deals', ({ deals }) => deals),
  influenced: defineCount<Pipeline>('Influenced deals', ({ influenced }) => influenced),
  assisted: defineCount<Pipeline>('Assisted deals', ({ assisted }) => assisted),
  accelerated: defineCount<Pipeline>('Accelerated deals', ({ accelerated }) => accelerated),
  winRate: defineRate<Pipeline>(
    'Win rate of influenced deals',
    ({ rates }) => rates && { part: rates.influenced.won, of: rates.influenced.closed },
  ),
  otherWinRate: defineRate<Pipeline>(
    'Win rate of other deals',
    ({ rates }) => rates && { part: rates.others.won, of: rates.others.closed },
  ),
} as const;

const withoutAmounts = 'No deal of the period has an amount.';

/** The influenced amount of open or won deals, and whether there are deals to list. */
export const writeAmount = (data: Pipeline, kind: 'open' | 'won', currency: string | undefined) => {
  const label = `Influenced ${kind} amount`;
  const money = findAmounts(data, currency);
  if (!money) return { label, value: withoutAmounts, note: '', money: undefined };
  const sum = money[kind];
  const value = formatWholeMoney(sum.influencedCents, money.currency);
  const share = formatAmountShare({ part: sum.influencedCents, of: sum.cents }, sum.deals);
  const note = `${share} of ${formatWholeMoney(sum.cents, money.currency)} in ${countText(sum.deals, `${kind} deal`)}`;
  return { label, value, note, money };
};

/** An average of influenced deals, or of the others. */
export interface ComparedAverage {
  readonly name: 'influenced' | 'not influenced';
  readonly text: string;
  readonly note: string;
  /** Deals that it is an average of. */
  readonly deals: number;
}

const writeCycle = (name: ComparedAverage['name'], cases: Rates['influenced']): ComparedAverage => ({
  name,
  text: formatAverage({ part: cases.cycleDays, of: cases.cycleDeals }),
  note: countText(cases.cycleDeals, 'deal'),
  deals: cases.cycleDeals,
});

export const cycleLabel = 'Days from creation to won';
export const compareCycles = ({ rates }: Pipeline): ComparedAverage[] =>
  rates ? [writeCycle('influenced', rates.influenced), writeCycle('not influenced', rates.others)] : [];

export const sizeLabel = 'Size of won deals';
export const compareSizes = (data: Pipeline, currency: string | undefined): ComparedAverage[] => {
  const money = findAmounts(data, currency);
  if (!data.rates || !money) return [];
  const { won } = money;
  const write = (name: ComparedAverage['name'], cents: number, deals: number): ComparedAverage => ({
    name,
    text: formatAverageAmount({ part: cents, of: deals }, (average) =>
      formatWholeMoney(average, money.currency),
    ),
    note: countText(deals, 'deal'),
    deals,
  });
  return [
    write('influenced', won.influencedCents, won.influencedDeals),
    write('not influenced', won.cents - won.influencedCents, won.deals - won.influencedDeals),
  ];
};

/** One side of an average as a figure of its own. */
export const writeAverage = (label: string, { name, text, note }: ComparedAverage): ShownFigure => ({
  label: `${label}, ${name}`,
  value: text,
  note,
});

/** The tiles of the pipeline, in the order of the page. */
export const listPipelineFigures = (
  { currency }: { readonly currency: string | undefined },
  data: Pipeline,
  before: Pipeline | undefined,
): ShownFigure[] => {
  const { deals, influenced, assisted, accelerated, winRate, otherWinRate } = pipelineTiles;
  const amounts = (['open', 'won'] as const).map((kind) => {
    const { label, value, note } = writeAmount(data, kind, currency);
    return { label, value, note };
  });
  return [
    ...listCounts([deals, influenced, assisted, accelerated], data, before),
    ...amounts,
    ...listCases([winRate, otherWinRate], data),
    ...compareCycles(data).map((side) => writeAverage(cycleLabel, side)),
    ...compareSizes(data, currency).map((side) => writeAverage(sizeLabel, side)),
  ];
};
