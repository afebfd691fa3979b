import { dashboardFields, sources } from '@readerlens/contract';
import type { DashboardCall, DashboardField } from '@readerlens/contract';
import { companySizes, readerSizes } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import { notFound } from '../../platform/http/errors.ts';
import { decodeContentType, sourceCode, decodeStage } from '../codes.ts';
import { noName } from '../dimension-names.ts';
import type { DimensionNames } from '../dimension-names.ts';
import type { PackedRows } from '../packed/packed-rows.ts';
import { selectionWhere } from '../selection.ts';
import { hasNoRows, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { buildReaderRequest, parseCategory } from './reader-path.ts';

/** A code or dimension id with its count; null is a missing value. */
export interface CodeCount {
  readonly code: number | null;
  readonly count: number;
}

export interface FieldMetric {
  /** Filter value; '' for rows without a value, which a filter finds with allowNA. */
  readonly id: string;
  readonly name: string;
  readonly value: number;
}

/** How the codes of a field are named. */
interface Naming {
  /** Undefined if the code has no meaning. */
  readonly nameCode: (code: number, names: DimensionNames) => { id: string; name: string } | undefined;
  /** The name of rows without a value. */
  readonly missing: string;
}

const fromDimension = (dimension: keyof DimensionNames, missing: string): Naming => ({
  nameCode: (code, names) => {
    const name = names[dimension].get(code);
    return name === undefined || name === noName ? undefined : { id: String(code), name };
  },
  missing,
});

const fromCode = (nameCode: (code: number) => string): Naming => ({
  nameCode: (code) => ({ id: nameCode(code), name: nameCode(code) }),
  missing: 'Unclassified',
});

export const namings = {
  documentType: fromDimension('document_type', 'Unclassified'),
  community: fromDimension('community', 'Unknown'),
  region: fromDimension('region', 'Unknown'),
  stage: fromCode(decodeStage),
  contentType: fromCode(decodeContentType),
} as const;

export const compareMetrics = (a: FieldMetric, b: FieldMetric): number =>
  b.value - a.value || a.name.localeCompare(b.name);

/** Named counts, highest first. All missing values are combined in one row. */
export const nameCounts = (
  counts: readonly CodeCount[],
  names: DimensionNames,
  { nameCode, missing }: Naming,
): FieldMetric[] => {
  const byId = new Map<string, FieldMetric>();
  for (const { code, count } of counts) {
    const { id, name } = (code === null ? undefined : nameCode(code, names)) ?? { id: '', name: missing };
    byId.set(id, { id, name, value: (byId.get(id)?.value ?? 0) + count });
  }
  return [...byId.values()].sort(compareMetrics);
};

/** Columns of the fact table to count by. */
type CountedColumn = 'source' | 'document_type_id' | 'stage' | 'community_id' | 'region_id' | 'content_type';

const countByColumn = ({ kysely, selection }: Selected, column: CountedColumn) =>
  readRows(
    kysely,
    sql<CodeCount>`
      SELECT e.${sql.ref(column)} AS code, count(*) AS count FROM engagement AS e
      WHERE ${selectionWhere(selection)} GROUP BY 1`,
  );

const countReadersByColumn = ({ kysely, selection }: Selected, column: CountedColumn) =>
  readRows(
    kysely,
    sql<CodeCount>`
      SELECT code, count(*) AS count
      FROM (SELECT DISTINCT e.${sql.ref(column)} AS code, e.reader_id FROM engagement AS e
        WHERE ${selectionWhere(selection)}) AS pair GROUP BY 1`,
  );

/** Every source has an entry. */
export const nameSources = (counts: readonly CodeCount[]) =>
  sources.map((name) => ({ name, value: counts.find(({ code }) => code === sourceCode[name])?.count ?? 0 }));

const fields: Record<DashboardField, Naming & { column: CountedColumn }> = {
  DocumentTypes: { column: 'document_type_id', ...namings.documentType },
  BuyersJourneyStage: { column: 'stage', ...namings.stage },
  Onlines: { column: 'community_id', ...namings.community },
  Region: { column: 'region_id', ...namings.region },
  ContentType: { column: 'content_type', ...namings.contentType },
};

/** @throws AppError 404 for a field that dashboards do not count by */
const parseField = ({ field: name }: { readonly field: string }): DashboardField => {
  const field = dashboardFields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!field) throw notFound(`There is no dashboard for '${name}'.`);
  return field;
};

/** The metrics of a field, from counts of its column. */
const nameField = async (
  { names }: Selected,
  field: DashboardField,
  counts: readonly CodeCount[],
): Promise<FieldMetric[]> => nameCounts(counts, await names(), fields[field]);

const countByField = async (selected: Selected, field: DashboardField): Promise<FieldMetric[]> =>
  nameField(selected, field, await countByColumn(selected, fields[field].column));

const isUnclassified = ({ name }: FieldMetric): boolean => name === 'Unclassified';

/** The largest values of a field, and the unclassified activities last, however few. */
const listShares = (all: readonly FieldMetric[], size: number) => {
  const classified = all.filter((metric) => !isUnclassified(metric));
  return { data: [...classified.slice(0, size), ...all.filter(isUnclassified)] };
};

const readShares = async (selected: Selected, field: DashboardField, size: number) =>
  listShares(await countByField(selected, field), size);

const nameCodes = (rows: PackedRows, selected: Selected, field: DashboardField) =>
  nameField(selected, field, rows.countByCode(fields[field].column));

export const fieldFigures = {
  'POST /api/client-dashboard/by-source': {
    read: async (question) => ({ data: nameSources(await countByColumn(question, 'source')) }),
    count: (rows) => ({ data: nameSources(rows.countByCode('source')) }),
  },
  'POST /api/client-dashboard/unique-by-source': {
    read: async (question) => ({ data: nameSources(await countReadersByColumn(question, 'source')) }),
    count: (rows) => ({ data: nameSources(rows.countReadersByCode('source')) }),
  },
  'POST /api/client-dashboard/by-field/{field}': {
    check: ({ params }) => parseField(params),
    read: async (question) => {
      const { size = 8 } = question.body;
      return { data: (await countByField(question, parseField(question.params))).slice(0, size) };
    },
    async count(rows, question) {
      const { size = 8 } = question.body;
      return { data: (await nameCodes(rows, question, parseField(question.params))).slice(0, size) };
    },
  },
  'POST /api/reader-dashboard/by-field/{field}': {
    check: ({ params }) => parseField(params),
    read: (question) =>
      readShares(question, parseField(question.params), question.body.size ?? readerSizes.category),
    isEmpty: hasNoRows,
  },
  'GET /api/reader-dashboard/{companyIds}/by-category/{idOrEmail}/{category}/{from}/{to}': {
    check: ({ params }) => parseCategory(params),
    buildRequest: ({ params, query }) => buildReaderRequest(params, query),
    read: (question) => readShares(question, parseCategory(question.params), readerSizes.category),
  },
  'POST /api/reader-co-dashboard/engagements-by-field/{field}': {
    check: ({ params }) => parseField(params),
    read: (question) =>
      readShares(question, parseField(question.params), question.body.size ?? companySizes.category),
    async count(rows, question) {
      const { size = companySizes.category } = question.body;
      return listShares(await nameCodes(rows, question, parseField(question.params)), size);
    },
    isEmpty: hasNoRows,
  },
  'POST /api/reader-co-dashboard/engagements-by-buyersjourney': {
    read: (question) => readShares(question, 'BuyersJourneyStage', companySizes.category),
    count: async (rows, question) =>
      listShares(await nameCodes(rows, question, 'BuyersJourneyStage'), companySizes.category),
    isEmpty: hasNoRows,
  },
} satisfies Partial<Figures<DashboardCall>>;
