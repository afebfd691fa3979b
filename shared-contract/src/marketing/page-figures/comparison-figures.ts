// The rows of the comparison table: what each says of a side, and how much the sides differ.
import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { countText, formatChange, formatCount } from '../../numbers.ts';
import {
  describeRate,
  formatAverage,
  formatAverageDifference,
  formatRate,
  formatRateDifference,
} from '../rates.ts';
import type { Cases } from '../rates.ts';
import { leastCasesOfRate, sideNames } from '../vocabulary.ts';
import type { SideName } from '../vocabulary.ts';
import { withoutOpportunitiesMessage } from '../words.ts';
import { formatMoney, noCurrency } from './money.ts';
import type { ShownTable } from './tiles.ts';

export type Comparison = CallData<Calls['POST /api/marketing-performance/comparison']>;
type Figures = Comparison['baseline'];
type Money = Figures['currencies'][number];
type Sum = Money['open'];

type MeasureValue =
  | { readonly kind: 'average' | 'rate'; readonly read: (figures: Figures) => Cases }
  | { readonly kind: 'count'; readonly read: (figures: Figures) => number }
  | {
      readonly kind: 'amount';
      readonly currency: string | null;
      readonly outcome: 'open' | 'won';
      readonly read: (figures: Figures) => Sum;
    };

export interface ComparedMeasure {
  readonly name: string;
  readonly value: MeasureValue;
}

export const sideTitles: Record<SideName, string> = { baseline: 'Baseline', comparison: 'Comparison' };

const count = (name: string, read: (figures: Figures) => number) => ({
  name,
  value: { kind: 'count', read } as const,
});
const divide = (name: string, kind: 'average' | 'rate', read: (figures: Figures) => Cases) => ({
  name,
  value: { kind, read } as const,
});

/** Measures that every comparison has. */
export const engagementMeasures = {
  documents: count('Documents', ({ documents }) => documents),
  engagements: count('Engagements', ({ engagements }) => engagements),
  readers: count('Readers', ({ readers }) => readers),
  organizations: count('Organizations', ({ organizations }) => organizations),
  perDocument: divide('Engagements per document', 'average', ({ engagements, documents }) => ({
    part: engagements,
    of: documents,
  })),
  perReader: divide('Engagements per reader', 'average', ({ engagements, readers }) => ({
    part: engagements,
    of: readers,
  })),
  highQuality: divide('High-quality engagements', 'rate', ({ highQuality: part, rated }) => ({
    part,
    of: rated,
  })),
  newReaders: divide('New readers', 'rate', ({ newReaders, readers }) => ({ part: newReaders, of: readers })),
  lateStage: divide('Late-stage engagements', 'rate', ({ lateStage, engagements }) => ({
    part: lateStage,
    of: engagements,
  })),
} as const satisfies Record<string, ComparedMeasure>;

export const influencedDealsMeasure = count('Influenced deals', (figures) => figures.influencedDeals);

const noAmounts: Sum = { deals: 0, cents: 0, influencedDeals: 0, influencedCents: 0 };

const buildAmount = (currency: string | null, outcome: 'open' | 'won') => ({
  name: `Influenced ${outcome} amount, ${currency ?? noCurrency}`,
  value: {
    kind: 'amount',
    currency,
    outcome,
    read: ({ currencies }: Figures) =>
      currencies.find((each) => each.currency === currency)?.[outcome] ?? noAmounts,
  } as const,
});

/** A row for each currency and outcome that has deals; both sides have the same currencies. */
export const listAmountMeasures = ({ baseline }: Comparison) =>
  baseline.currencies.flatMap(({ currency, open, won }) => [
    ...(open.deals > 0 ? [buildAmount(currency, 'open')] : []),
    ...(won.deals > 0 ? [buildAmount(currency, 'won')] : []),
  ]);

interface ShownValue {
  /** The number in words. */
  readonly text: string;
  /** How a rate comes about. */
  readonly note: string | undefined;
  /** There is nothing to list for 0. */
  readonly hasRows: boolean;
}

export const showValue = ({ value }: ComparedMeasure, figures: Figures): ShownValue => {
  if (value.kind === 'count') {
    const number = value.read(figures);
    return { text: formatCount(number), note: undefined, hasRows: number > 0 };
  }
  if (value.kind === 'amount') {
    const { deals, influencedDeals, influencedCents } = value.read(figures);
    return {
      text: formatMoney(influencedCents, value.currency),
      note: `in ${formatCount(influencedDeals)} of ${countText(deals, 'deal')}`,
      hasRows: influencedDeals > 0,
    };
  }
  const cases = value.read(figures);
  const note =
    value.kind === 'rate' ? describeRate(cases) : `${formatCount(cases.part)} for ${formatCount(cases.of)}`;
  const text = value.kind === 'rate' ? formatRate(cases) : formatAverage(cases);
  return { text, note, hasRows: cases.of > 0 };
};

/** Shown instead of a difference that does not exist. */
export const unknown = '–';

const formatDifference = (
  now: number,
  before: number,
  format: (difference: number) => string = formatCount,
): string => (now === before ? '0' : `${now > before ? '+' : '−'}${format(Math.abs(now - before))}`);

export const showDifference = ({ value }: ComparedMeasure, { baseline, comparison }: Comparison): string => {
  if (value.kind === 'count') return formatDifference(value.read(comparison), value.read(baseline));
  if (value.kind === 'amount')
    return formatDifference(
      value.read(comparison).influencedCents,
      value.read(baseline).influencedCents,
      (cents) => formatMoney(cents, value.currency),
    );
  const format = value.kind === 'rate' ? formatRateDifference : formatAverageDifference;
  return format(value.read(comparison), value.read(baseline)) ?? unknown;
};

/** In percent of the baseline. A rate has a difference in points instead, and an amount of a handful of deals has none. */
export const showPercent = ({ value }: ComparedMeasure, { baseline, comparison }: Comparison): string => {
  if (value.kind === 'count')
    return formatChange(value.read(comparison), value.read(baseline))?.text ?? unknown;
  if (value.kind !== 'amount') return unknown;
  const [now, before] = [value.read(comparison), value.read(baseline)];
  if (before.influencedDeals < leastCasesOfRate) return unknown;
  return formatChange(now.influencedCents, before.influencedCents)?.text ?? unknown;
};

/** All rows. Deals are left out if none were uploaded. */
const listComparedMeasures = (data: Comparison): ComparedMeasure[] => [
  ...Object.values(engagementMeasures),
  ...(data.uploadedDeals > 0 ? [influencedDealsMeasure, ...listAmountMeasures(data)] : []),
];

export const comparisonTitle = 'Baseline and comparison';

/** The table as text. */
export const writeComparison = (data: Comparison): ShownTable => ({
  title: comparisonTitle,
  note: data.uploadedDeals === 0 ? withoutOpportunitiesMessage : '',
  columns: [
    'Measure',
    ...sideNames.flatMap((name) => [sideTitles[name], `${sideTitles[name]}, cases`]),
    'Difference',
    'Percent',
  ],
  rows: listComparedMeasures(data).map((measure) => [
    measure.name,
    ...sideNames.flatMap((name) => {
      const { text, note = '' } = showValue(measure, data[name]);
      return [text, note];
    }),
    showDifference(measure, data),
    showPercent(measure, data),
  ]),
});
