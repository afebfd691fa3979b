// The rows of the comparison table: how each is counted, what it says of a side, and which list has as many rows.
import { defaultLookback, highQuality, leastCasesOfRate } from '@readerlens/contract/marketing';
import { assistDays } from '@readerlens/contract/marketing-pipeline';
import {
  describeRate,
  formatAverage,
  formatAverageDifference,
  formatRate,
  formatRateDifference,
} from '@readerlens/contract/marketing-rates';
import type { Cases } from '@readerlens/contract/marketing-rates';
import type { CallData, Calls } from '@readerlens/contract/client';
import { qualities } from '@readerlens/contract/vocabulary';
import { searchLink } from '@readerlens/filters/dashboard';
import { termsFilter, writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { formatCount } from '@readerlens/ui';
import { formatChange } from '@readerlens/ui/charts';
import { documentsLink } from '../content-insights/document-rows.tsx';
import { organizationsDefinition } from '../definitions.ts';
import { formatMoney, noCurrency } from '../money.ts';
import { rowsLink } from '../net-new/newness-rows.tsx';
import { dealsLink, withoutCurrency } from '../pipeline/pipeline.ts';
import type { DealsView } from '../pipeline/pipeline.ts';

export type Comparison = CallData<Calls['POST /api/marketing-performance/comparison']>;
type Figures = Comparison['baseline'];
type Money = Figures['currencies'][number];
type Sum = Money['open'];
type Outcome = 'open' | 'won';

export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly value:
    | { readonly kind: 'average' | 'rate'; readonly read: (figures: Figures) => Cases }
    | { readonly kind: 'count'; readonly read: (figures: Figures) => number }
    | { readonly kind: 'amount'; readonly currency: string | null; readonly read: (figures: Figures) => Sum };
  /** The list with as many rows as the count, or as the number that the rate divides by. */
  readonly link: (model: FilterModel) => string;
}

const linkDocuments = (model: FilterModel) => documentsLink(writeSearch('', model), 'engaged');
const linkReaders = (model: FilterModel) => rowsLink(writeSearch('', model), { kind: 'active' });
const linkOrganizations = (model: FilterModel) =>
  rowsLink(writeSearch('?subject=organizations', model), { kind: 'active' });
const linkEngagements = (model: FilterModel) => searchLink(model);
const linkRated = ({ filters, indices }: FilterModel) => {
  const rated = termsFilter(
    'Quality',
    qualities.map((quality) => ({ id: String(quality) })),
  );
  return searchLink({ filters: [...filters, rated], indices });
};

const engagementMeasures: readonly Measure[] = [
  {
    name: 'Documents',
    help: 'Documents with at least one engagement of the side in the period, each once.',
    value: { kind: 'count', read: ({ documents }) => documents },
    link: linkDocuments,
  },
  {
    name: 'Engagements',
    help: 'Activities of the period that the filters select and that belong to the side. An activity with several themes can belong to both sides.',
    value: { kind: 'count', read: ({ engagements }) => engagements },
    link: linkEngagements,
  },
  {
    name: 'Readers',
    help: 'People with at least one engagement of the side in the period, each once.',
    value: { kind: 'count', read: ({ readers }) => readers },
    link: linkReaders,
  },
  {
    name: 'Organizations',
    help: organizationsDefinition,
    value: { kind: 'count', read: ({ organizations }) => organizations },
    link: linkOrganizations,
  },
  {
    name: 'Engagements per document',
    help: 'Engagements divided by the documents that have any.',
    value: { kind: 'average', read: ({ engagements, documents }) => ({ part: engagements, of: documents }) },
    link: linkDocuments,
  },
  {
    name: 'Engagements per reader',
    help: 'Engagements divided by readers.',
    value: { kind: 'average', read: ({ engagements, readers }) => ({ part: engagements, of: readers }) },
    link: linkReaders,
  },
  {
    name: 'High-quality engagements',
    help: `Engagements of quality ${highQuality}, divided by all that have a quality.`,
    value: { kind: 'rate', read: ({ highQuality: part, rated }) => ({ part, of: rated }) },
    link: linkRated,
  },
  {
    name: 'New readers',
    help: `Readers whose first engagement of the side in the period has none of the side in the ${defaultLookback} days before it, divided by all readers of the side. Engagements of other kinds do not count as earlier ones.`,
    value: { kind: 'rate', read: ({ newReaders, readers }) => ({ part: newReaders, of: readers }) },
    link: linkReaders,
  },
  {
    name: 'Late-stage engagements',
    help: "Engagements with documents of the late stage of the buyer's journey, divided by all engagements.",
    value: { kind: 'rate', read: ({ lateStage, engagements }) => ({ part: lateStage, of: engagements }) },
    link: linkEngagements,
  },
];

const linkDeals =
  (limits: Partial<DealsView> = {}) =>
  (model: FilterModel) =>
    dealsLink(writeSearch('', model), { influence: 'influenced', ...limits });

const influencedDeals: Measure = {
  name: 'Influenced deals',
  help: `Deals that were created in the period and whose organization had an engagement of the side in the ${assistDays} days before the creation or until the close. Both sides can influence the same deal, so the sides must not be added. It is an association, not a cause.`,
  value: { kind: 'count', read: (figures) => figures.influencedDeals },
  link: linkDeals(),
};

const noAmounts: Sum = { deals: 0, cents: 0, influencedDeals: 0, influencedCents: 0 };

const buildAmount = (currency: string | null, outcome: Outcome): Measure => ({
  name: `Influenced ${outcome} amount, ${currency ?? noCurrency}`,
  help: `The amounts of the influenced deals that are ${outcome}. Currencies are never added. A deal whose stage has no meaning yet is neither open nor won.`,
  value: {
    kind: 'amount',
    currency,
    read: ({ currencies }) => currencies.find((each) => each.currency === currency)?.[outcome] ?? noAmounts,
  },
  link: linkDeals({ outcome, money: currency ?? withoutCurrency }),
});

const buildAmounts = ({ currency, open, won }: Money): Measure[] => [
  ...(open.deals > 0 ? [buildAmount(currency, 'open')] : []),
  ...(won.deals > 0 ? [buildAmount(currency, 'won')] : []),
];

/** The rows of the table. Deals are left out if none were uploaded; both sides have the same currencies. */
export const listMeasures = (data: Comparison | undefined): readonly Measure[] =>
  data && data.uploadedDeals > 0
    ? [...engagementMeasures, influencedDeals, ...data.baseline.currencies.flatMap(buildAmounts)]
    : engagementMeasures;

interface ShownValue {
  /** The number in words. */
  readonly text: string;
  /** How a rate comes about. */
  readonly note: string | undefined;
  /** There is nothing to list for 0. */
  readonly hasRows: boolean;
}

export const showValue = ({ value }: Measure, figures: Figures): ShownValue => {
  if (value.kind === 'count') {
    const count = value.read(figures);
    return { text: formatCount(count), note: undefined, hasRows: count > 0 };
  }
  if (value.kind === 'amount') {
    const { deals, influencedDeals: count, influencedCents } = value.read(figures);
    return {
      text: formatMoney(influencedCents, value.currency),
      note: `in ${formatCount(count)} of ${formatCount(deals)} deals`,
      hasRows: count > 0,
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
  count: number,
  before: number,
  format: (difference: number) => string = formatCount,
): string => (count === before ? '0' : `${count > before ? '+' : '−'}${format(Math.abs(count - before))}`);

export const showDifference = ({ value }: Measure, { baseline, comparison }: Comparison): string => {
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
export const showPercent = ({ value }: Measure, { baseline, comparison }: Comparison): string => {
  if (value.kind === 'count')
    return formatChange(value.read(comparison), value.read(baseline))?.text ?? unknown;
  if (value.kind !== 'amount') return unknown;
  const [now, before] = [value.read(comparison), value.read(baseline)];
  if (before.influencedDeals < leastCasesOfRate) return unknown;
  return formatChange(now.influencedCents, before.influencedCents)?.text ?? unknown;
};
