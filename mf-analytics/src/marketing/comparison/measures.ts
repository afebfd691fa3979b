// The rows of the comparison table: how each is counted, and which list has as many rows.
import { defaultLookback, highQuality } from '@readerlens/contract/marketing';
import {
  engagementMeasures as compared,
  influencedDealsMeasure,
  listAmountMeasures,
  writeCurrency,
} from '@readerlens/contract/marketing-figures';
import type { ComparedMeasure, Comparison } from '@readerlens/contract/marketing-figures';
import { assistDays } from '@readerlens/contract/marketing-pipeline';
import { qualities } from '@readerlens/contract/vocabulary';
import { searchLink } from '@readerlens/filters/dashboard';
import { termsFilter, writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { documentsLink } from '../content-insights/document-rows.tsx';
import { organizationsDefinition } from '../definitions.ts';
import { rowsLink } from '../net-new/newness-rows.tsx';
import { dealsLink } from '../pipeline/pipeline.ts';
import type { DealsView } from '../pipeline/pipeline.ts';

export interface Measure extends ComparedMeasure {
  readonly help: string;
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

const measures: readonly Measure[] = [
  {
    ...compared.documents,
    help: 'Documents with at least one engagement of the side in the period, each once.',
    link: linkDocuments,
  },
  {
    ...compared.engagements,
    help: 'Activities of the period that the filters select and that belong to the side. An activity with several themes can belong to both sides.',
    link: linkEngagements,
  },
  {
    ...compared.readers,
    help: 'People with at least one engagement of the side in the period, each once.',
    link: linkReaders,
  },
  {
    ...compared.organizations,
    help: organizationsDefinition,
    link: linkOrganizations,
  },
  {
    ...compared.perDocument,
    help: 'Engagements divided by the documents that have any.',
    link: linkDocuments,
  },
  {
    ...compared.perReader,
    help: 'Engagements divided by readers.',
    link: linkReaders,
  },
  {
    ...compared.highQuality,
    help: `Engagements of quality ${highQuality}, divided by all that have a quality.`,
    link: linkRated,
  },
  {
    ...compared.newReaders,
    help: `Readers whose first engagement of the side in the period has none of the side in the ${defaultLookback} days before it, divided by all readers of the side. Engagements of other kinds do not count as earlier ones.`,
    link: linkReaders,
  },
  {
    ...compared.lateStage,
    help: "Engagements with documents of the late stage of the buyer's journey, divided by all engagements.",
    link: linkEngagements,
  },
];

const linkDeals =
  (limits: Partial<DealsView> = {}) =>
  (model: FilterModel) =>
    dealsLink(writeSearch('', model), { influence: 'influenced', ...limits });

const influencedDeals: Measure = {
  ...influencedDealsMeasure,
  help: `Deals that were created in the period and whose organization had an engagement of the side in the ${assistDays} days before the creation or until the close. Both sides can influence the same deal, so the sides must not be added. It is an association, not a cause.`,
  link: linkDeals(),
};

const describeAmount = (measure: ReturnType<typeof listAmountMeasures>[number]): Measure => ({
  ...measure,
  help: `The amounts of the influenced deals that are ${measure.value.outcome}. Currencies are never added. A deal whose stage has no meaning yet is neither open nor won.`,
  link: linkDeals({ outcome: measure.value.outcome, money: writeCurrency(measure.value.currency) }),
});

/** The rows of the table. Deals are left out if none were uploaded; both sides have the same currencies. */
export const listMeasures = (data: Comparison | undefined): readonly Measure[] =>
  data && data.uploadedDeals > 0
    ? [...measures, influencedDeals, ...listAmountMeasures(data).map(describeAmount)]
    : measures;
