import { dashboardFields, docAges, sources, stages } from '@readerlens/contract';
import type { DashboardField, DocAge, DocumentSegment, Source, Stage } from '@readerlens/contract';
import { contentTypeOf, sourceCode, stageOf } from '../activities/codes.ts';
import { noName } from '../activities/dimension-names.ts';
import type { DimensionNamesSource } from '../activities/dimension-names.ts';
import type {
  CodeCount,
  CountedColumn,
  DocumentAttribute,
  DocumentRank,
  EngagementStore,
  MonthCount,
  MonthStageCount,
  RankBy,
  StageAgeCount,
} from '../activities/engagement-store.ts';
import type { EngagementSelection } from '../activities/selection.ts';
import { ageOf } from '../activities/document-age.ts';
import { byValue, fieldMetrics, naming } from './field-metrics.ts';
import type { FieldMetric, Naming } from './field-metrics.ts';
import { firstInstantOf, monthsOf } from '../activities/months.ts';
import { notFound } from '../../platform/http/errors.ts';

/** @throws AppError 404 for a field that dashboards do not count by */
export const fieldOf = (name: string): DashboardField => {
  const field = dashboardFields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!field) throw notFound(`There is no dashboard for '${name}'.`);
  return field;
};

interface Reading {
  readonly nameOf: Naming;
  /** The name of rows without a value. */
  readonly missing: string;
}

const reading = {
  documentType: { nameOf: naming.documentType, missing: 'Unclassified' },
  stage: { nameOf: naming.stage, missing: 'Unclassified' },
  community: { nameOf: naming.community, missing: 'Unknown' },
  region: { nameOf: naming.region, missing: 'Unknown' },
  contentType: { nameOf: naming.contentType, missing: 'Unclassified' },
} as const satisfies Record<string, Reading>;

const fields: Record<DashboardField, Reading & { column: CountedColumn }> = {
  DocumentTypes: { column: 'document_type_id', ...reading.documentType },
  BuyersJourneyStage: { column: 'stage', ...reading.stage },
  Onlines: { column: 'community_id', ...reading.community },
  Region: { column: 'region_id', ...reading.region },
  ContentType: { column: 'content_type', ...reading.contentType },
};

const segments: Record<
  Exclude<DocumentSegment, 'buyers-journey'>,
  Reading & { attribute: DocumentAttribute }
> = {
  'document-type': { attribute: 'document_type_id', ...reading.documentType },
  'content-type': { attribute: 'content_type', ...reading.contentType },
  community: { attribute: 'community_id', ...reading.community },
};

export interface MonthMetric {
  key: string;
  value: { primary: number; secondary: number };
}

/** Every month has an entry; initial activities are primary, subsequent ones secondary. */
const monthMetrics = (months: readonly string[], counts: readonly MonthCount[]): MonthMetric[] => {
  const metrics = months.map((key) => ({ key, value: { primary: 0, secondary: 0 } }));
  for (const { bucket, sequence, count } of counts) {
    const metric = metrics[bucket];
    if (metric) metric.value[sequence === 1 ? 'primary' : 'secondary'] += count;
  }
  return metrics;
};

export interface MonthStages {
  key: string;
  value: Record<Stage, number>;
}

const monthStages = (months: readonly string[], counts: readonly MonthStageCount[]): MonthStages[] => {
  const metrics = months.map((key) => ({ key, value: { Early: 0, Middle: 0, Late: 0, Unclassified: 0 } }));
  for (const { bucket, stage, count } of counts) {
    const metric = metrics[bucket];
    if (metric) metric.value[stageOf(stage)] += count;
  }
  return metrics;
};

/** What a pie leaves out and names. */
const isUnclassified = ({ name }: FieldMetric): boolean => name === 'Unclassified';

const sourceMetrics = (counts: readonly CodeCount[]): { name: Source; value: number }[] =>
  sources.map((name) => ({ name, value: counts.find(({ code }) => code === sourceCode[name])?.count ?? 0 }));

type StageAge = { readonly docAge: DocAge; readonly stage: Stage };

const stageAgeMetrics = (counts: readonly StageAgeCount[]) => {
  const position = ({ docAge, stage }: StageAge) =>
    docAges.indexOf(docAge) * stages.length + stages.indexOf(stage);
  const metrics = new Map<number, StageAge & { readonly count: number }>();
  for (const { stage, age, count } of counts) {
    const key: StageAge = {
      docAge: ageOf(age),
      stage: stage ?? 'Unclassified',
    };
    const known = metrics.get(position(key));
    metrics.set(position(key), { ...key, count: (known?.count ?? 0) + count });
  }
  return [...metrics.entries()].sort(([a], [b]) => a - b).map(([, metric]) => metric);
};

const stageMetrics = (counts: readonly StageAgeCount[]): FieldMetric[] =>
  stages
    .map((name) => ({
      id: name,
      name,
      value: counts.reduce(
        (sum, { stage, count }) => sum + ((stage ?? 'Unclassified') === name ? count : 0),
        0,
      ),
    }))
    .filter(({ value }) => value > 0)
    .sort(byValue);

export interface DashboardOptions {
  readonly store: EngagementStore;
  readonly names: DimensionNamesSource;
}

export interface PopularOptions {
  readonly size: number;
  readonly blinded: boolean;
}

export type DashboardService = ReturnType<typeof createDashboardService>;

/** The numbers on the dashboards. All counts cover the selected activities; parts add up to the total. */
export const createDashboardService = ({ store, names }: DashboardOptions) => {
  const popular = async (selection: EngagementSelection, by: RankBy, { size, blinded }: PopularOptions) => {
    const [ranks, { document_type }] = await Promise.all([store.topDocuments(selection, by, size), names()]);
    return ranks.map((rank: DocumentRank) => ({
      id: String(rank.id),
      name: blinded ? rank.blindedName : rank.name,
      value: by === 'readers' ? rank.readers : rank.engagements,
      customFields: {
        documentUrl: rank.url,
        buyersJourneyStage: rank.stage ?? ('Unclassified' as const),
        contentType: contentTypeOf(rank.contentType),
        docTypeName: nameOrUnclassified(rank.documentTypeId, document_type),
        uniqueReaders: rank.readers,
      },
    }));
  };
  const byField = async (selection: EngagementSelection, field: DashboardField): Promise<FieldMetric[]> => {
    const { column, ...read } = fields[field];
    const [counts, known] = await Promise.all([store.byColumn(selection, column), names()]);
    return fieldMetrics(counts, known, read);
  };
  return {
    async stats(selection: EngagementSelection) {
      const { engagements, readers, documents } = await store.stats(selection);
      return { totalLeads: engagements, uniquePeople: readers, uniqueDocs: documents };
    },
    async byMonth(selection: EngagementSelection): Promise<MonthMetric[]> {
      const months = monthsOf(selection.range);
      return monthMetrics(months, await store.byMonth(selection, months.map(firstInstantOf)));
    },
    async uniqueByMonth(selection: EngagementSelection): Promise<MonthMetric[]> {
      const months = monthsOf(selection.range);
      return monthMetrics(months, await store.readersByMonth(selection, months.map(firstInstantOf)));
    },
    bySource: async (selection: EngagementSelection) =>
      sourceMetrics(await store.byColumn(selection, 'source')),
    uniqueBySource: async (selection: EngagementSelection) =>
      sourceMetrics(await store.readersByColumn(selection, 'source')),
    async byField(selection: EngagementSelection, field: DashboardField, size: number) {
      return (await byField(selection, field)).slice(0, size);
    },
    /** The largest values of a field, and the unclassified activities last, however few. */
    async sharesOf(selection: EngagementSelection, field: DashboardField, size: number) {
      const all = await byField(selection, field);
      return [
        ...all.filter((metric) => !isUnclassified(metric)).slice(0, size),
        ...all.filter(isUnclassified),
      ];
    },
    async stagesByMonth(selection: EngagementSelection): Promise<MonthStages[]> {
      const months = monthsOf(selection.range);
      return monthStages(months, await store.stagesByMonth(selection, months.map(firstInstantOf)));
    },
    topDocuments: (selection: EngagementSelection, options: PopularOptions) =>
      popular(selection, 'engagements', options),
    topDocumentsByReaders: (selection: EngagementSelection, options: PopularOptions) =>
      popular(selection, 'readers', options),
    availableDocuments: (selection: EngagementSelection) => store.availableDocuments(selection),
    engagedDocuments: (selection: EngagementSelection) => store.engagedDocuments(selection),
    async documentsBy(selection: EngagementSelection, segment: DocumentSegment): Promise<FieldMetric[]> {
      if (segment === 'buyers-journey') return stageMetrics(await store.documentsByStageAndAge(selection));
      const { attribute, ...read } = segments[segment];
      const [counts, known] = await Promise.all([store.documentsBy(selection, attribute), names()]);
      return fieldMetrics(counts, known, read);
    },
    documentsByStageAndAge: async (selection: EngagementSelection) =>
      stageAgeMetrics(await store.documentsByStageAndAge(selection)),
  };
};

const nameOrUnclassified = (id: number | null, names: ReadonlyMap<number, string>): string => {
  const name = id === null ? undefined : names.get(id);
  return name === undefined || name === noName ? 'Unclassified' : name;
};
