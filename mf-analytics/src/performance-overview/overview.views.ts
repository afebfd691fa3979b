import type { CallData, Calls } from '@readerlens/contract/client';
import { stages } from '@readerlens/contract/vocabulary';
import type { Source } from '@readerlens/contract/vocabulary';
import { drillToDocuments, drillToSource, drillToTerms } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { barsView, heatView, rankedView, units } from '@readerlens/ui/charts';
import type { CategoryPoint, ChartView, Unit } from '@readerlens/ui/charts';

type Sources = CallData<Calls['POST /api/client-dashboard/by-source']>;
type Documents = CallData<Calls['POST /api/client-dashboard/top-documents']>;
type StagesAndAges = CallData<
  Calls['POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age']
>;

const sourceLabels: Record<Source, string> = {
  organic: 'Organic',
  customNewsletter: 'Custom Newsletter',
  editorial: 'Editorial',
  leadNurtureCampaign: 'Lead Nurture Campaign',
  streamNL: 'Stream NL',
  webinar: 'Webinar',
  event: 'Event',
};

/** Points of a field, each with the search that lists what it counts. */
export const withDrills = <T extends CategoryPoint>(
  points: readonly T[],
  field: string,
  model: FilterModel,
): T[] =>
  points.map((point) =>
    point.value > 0 && point.id !== undefined
      ? { ...point, href: drillToTerms(model, field, [point.id]) }
      : point,
  );

/** Bars by source, most first. A reader may come from several sources, so unique readers do not add up. */
export const sourcesView = (sources: Sources, unit: Unit, model: FilterModel): ChartView =>
  barsView(
    sources
      .map(({ name, value }) => ({
        name: sourceLabels[name],
        value,
        href: value > 0 ? drillToSource(model, name) : undefined,
      }))
      .toSorted((a, b) => b.value - a.value),
    { unit, of: 'Source', additive: unit !== units.readers },
  );

/** Points in the order of the buyer's journey; names beyond the known stages come last. */
export const inStageOrder = <T extends CategoryPoint>(points: readonly T[]): T[] => {
  const place = (name: string) => {
    const at = stages.findIndex((stage) => stage === name);
    return at < 0 ? stages.length : at;
  };
  return points.toSorted((a, b) => place(a.name) - place(b.name));
};

export const popularDocumentsView = (documents: Documents, model: FilterModel): ChartView =>
  rankedView(
    documents.map(({ id, name, value, customFields }) => ({
      id,
      name,
      value,
      href: customFields.documentUrl ?? undefined,
      listHref: drillToDocuments(model, [id]),
      note: [customFields.docTypeName, customFields.buyersJourneyStage].filter(Boolean).join(' · '),
    })),
    { unit: units.engagements, of: 'Document' },
  );

/** How the best documents spread over the buyer's journey; every stage is shown, also one without any. */
export const topByStageView = (documents: Documents, model: FilterModel): ChartView =>
  barsView(
    stages.map((stage) => {
      const ofStage = documents.filter(({ customFields }) => customFields.buyersJourneyStage === stage);
      const ids = ofStage.map(({ id }) => id);
      return {
        name: stage,
        value: ids.length,
        href: ids.length > 0 ? drillToDocuments(model, ids) : undefined,
      };
    }),
    { unit: units.documents, of: 'Stage' },
  );

const ages = ['0-3 months', '3-6 months', '6-12 months', '1-2 years', 'Over 2 years', 'Unknown'] as const;

export const stageAndAgeView = (rows: StagesAndAges): ChartView =>
  heatView(
    rows.map(({ stage, docAge, count }) => ({ row: stage, column: docAge, value: count })),
    { unit: units.documents, of: 'Stage', rows: stages, columns: ages },
  );
