import type { CallData, Calls } from '@readerlens/contract/client';
import { docAges, sourceLabels, stages } from '@readerlens/contract/vocabulary';
import {
  drillToDocuments,
  drillToSource,
  drillToTerms,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import type { Narrowing } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { barsView, heatView, rankedView, units } from '@readerlens/ui/charts';
import type { CategoryPoint, ChartView, Unit } from '@readerlens/ui/charts';

type Sources = CallData<Calls['POST /api/client-dashboard/by-source']>;
type Documents = CallData<Calls['POST /api/client-dashboard/top-documents']>;
type StagesAndAges = CallData<
  Calls['POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age']
>;

/** The number of categories to ask for where the chart combines the last ones: all of them, as parts of the whole. */
export const allCategories = 200;

/** Adds to each point of a field the link to the search that lists what it counts. */
export const withDrills = <T extends CategoryPoint>(
  points: readonly T[],
  field: string,
  model: FilterModel,
  within?: Narrowing,
): T[] =>
  points.map((point) =>
    point.value > 0 && point.id !== undefined
      ? { ...point, href: drillToTerms(model, field, [point.id], within) }
      : point,
  );

/** The link to the search that lists what the categories combined in 'Other' count. */
export const drillToRest =
  (field: string, model: FilterModel, within?: Narrowing) =>
  (rest: readonly CategoryPoint[]): string =>
    drillToTerms(
      model,
      field,
      rest.flatMap(({ id }) => id ?? []),
      within,
    );

/** Bars by source, highest first. A reader may come from several sources, so unique readers do not add up. */
export const sourcesView = (
  sources: Sources,
  { unit, model, before }: { unit: Unit; model: FilterModel; before: Sources | undefined },
): ChartView =>
  barsView(
    withPreviousValues(sources, before)
      .map(({ name, value, previous }) => ({
        name: sourceLabels[name],
        value,
        previous,
        href: value > 0 ? drillToSource(model, name) : undefined,
      }))
      .toSorted((a, b) => b.value - a.value),
    { unit, of: 'Source', additive: unit !== units.readers },
  );

/** Sorts points by stage of the buyer's journey; unknown names come last. */
export const inStageOrder = <T extends CategoryPoint>(points: readonly T[]): T[] => {
  const place = (name: string) => {
    const at = stages.findIndex((stage) => stage === name);
    return at < 0 ? stages.length : at;
  };
  return points.toSorted((a, b) => place(a.name) - place(b.name));
};

/** Bars by stage of the buyer's journey, in its order. */
export const stageBarsView = (
  points: readonly CategoryPoint[],
  unit: Unit,
  model: FilterModel,
  within?: Narrowing,
): ChartView =>
  barsView(inStageOrder(withDrills(points, 'BuyersJourneyStage', model, within)), { unit, of: 'Stage' });

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

/** How the top documents are distributed over the buyer's journey; stages without documents are shown too. */
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

/** Documents by stage and age; each cell leads to the search with as many documents. */
export const stageAndAgeView = (rows: StagesAndAges, model: FilterModel): ChartView =>
  heatView(
    rows.map(({ stage, docAge, count }) => ({
      row: stage,
      column: docAge,
      value: count,
      href: count > 0 ? drillToTerms(model, 'BuyersJourneyStage', [stage], { docAge }) : undefined,
    })),
    { unit: units.documents, of: 'Stage', rows: stages, columns: docAges },
  );
