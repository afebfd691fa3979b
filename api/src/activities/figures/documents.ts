import { docAges, documentSegments, stages } from '@readerlens/contract';
import type { DashboardCall, DocAge, DocumentSegment, Stage } from '@readerlens/contract';
import { companySizes } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { notFound } from '../../platform/http/errors.ts';
import { decodeContentType } from '../codes.ts';
import { ageNumber, decodeAge } from '../document-age.ts';
import type { PackedRows } from '../packed/packed-rows.ts';
import { ownDocumentsWhere, selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { documentNameSql } from '../subject-names.ts';
import { compareMetrics, nameCounts, namings } from './fields.ts';
import type { CodeCount, FieldMetric } from './fields.ts';
import { countedTable } from './counted-table.ts';
import { countAnswer, hasNoRows, readRow, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';

type Expression = RawBuilder<unknown>;

interface DocumentRank {
  readonly id: number;
  readonly engagements: number;
  readonly readers: number;
  readonly name: string;
  readonly url: string | null;
  readonly documentTypeId: number | null;
  readonly contentType: number;
  readonly stage: Stage | null;
}

// Each query level has columns with these names.
const rankOrders = {
  engagements: sql`engagements DESC, readers DESC, id`,
  readers: sql`readers DESC, engagements DESC, id`,
} as const;

type DocumentOrder = keyof typeof rankOrders;

/** Names ranked documents (id, engagements, readers). */
const nameTopDocuments = async (
  { kysely, session, names }: Selected,
  by: DocumentOrder,
  top: RawBuilder<unknown>,
) => {
  const name = documentNameSql('d', { id: sql`top.id`, blinded: session.blinded });
  const query = sql<DocumentRank>`
    SELECT top.id, top.engagements, top.readers, ${name} AS name, d.url,
      d.document_type_id AS "documentTypeId", coalesce(d.content_type, 0) AS "contentType", s.stage
    FROM (${top}) AS top
    LEFT JOIN document AS d ON d.id = top.id LEFT JOIN buyers_journey_stage AS s ON s.id = d.stage_id
    ORDER BY ${rankOrders[by]}`;
  const [ranks, known] = await Promise.all([readRows(kysely, query), names()]);
  const nameType = (id: number | null) =>
    (id === null ? undefined : namings.documentType.nameCode(id, known)?.name) ?? 'Unclassified';
  return ranks.map((rank) => ({
    id: String(rank.id),
    name: rank.name,
    value: rank[by],
    customFields: {
      documentUrl: rank.url,
      buyersJourneyStage: rank.stage ?? ('Unclassified' as const),
      contentType: decodeContentType(rank.contentType),
      docTypeName: nameType(rank.documentTypeId),
      uniqueReaders: rank.readers,
    },
  }));
};

const topSize = 25;

/** The documents with most engagements, or most readers; ties are sorted by id. */
const readTopDocuments = (selected: Selected, by: DocumentOrder, size = topSize) =>
  nameTopDocuments(
    selected,
    by,
    sql`SELECT id, sum(n) AS engagements, count(*) AS readers
      FROM (SELECT e.document_id AS id, e.reader_id, count(*) AS n FROM engagement AS e
        WHERE ${selectionWhere(selected.selection)} GROUP BY 1, 2) AS pair
      GROUP BY 1 ORDER BY ${rankOrders[by]} LIMIT ${size}::integer`,
  );

const otherOrder = { engagements: 'readers', readers: 'engagements' } as const;

/** The same from shared rows. */
const rankTopDocuments = (rows: PackedRows, selected: Selected, by: DocumentOrder, size = topSize) => {
  const other = otherOrder[by];
  const top = rows
    .countByDocument()
    .sort((a, b) => b[by] - a[by] || b[other] - a[other] || a.id - b.id)
    .slice(0, size);
  return nameTopDocuments(
    selected,
    by,
    countedTable(top, { id: 'integer', engagements: 'integer', readers: 'integer' }),
  );
};

/**
 * Rows (id, community_id) of the engaged documents. When a document has no community, the community of the activity is used.
 */
const readEngaged = (selection: EngagementSelection) => sql`
  SELECT e.document_id AS id, min(e.community_id) AS community_id FROM engagement AS e
  WHERE ${selectionWhere(selection)} GROUP BY 1`;

/** The same from shared rows. */
const listEngaged = (rows: PackedRows) =>
  countedTable(
    rows.listDocuments().map(({ id, community }) => ({ id, community_id: community })),
    { id: 'integer', community_id: 'integer' },
  );

const countEngaged = async ({ kysely, selection }: Selected): Promise<number> => {
  const query = sql<{ count: number }>`SELECT count(*) AS count FROM (${readEngaged(selection)}) AS engaged`;
  return (await readRow(kysely, query)).count;
};

/**
 * Rows (id) of the documents of the clients in the communities, engaged or not, plus all other engaged documents: never fewer
 * than the engaged ones. With OR instead of UNION the database would look up the engaged documents once for each document.
 */
export const availableDocuments = (
  selection: EngagementSelection,
  engagedIds: Expression = sql`SELECT e.document_id FROM engagement AS e WHERE ${selectionWhere(selection)}`,
) => sql`
  SELECT id FROM (
    SELECT d.id FROM document AS d WHERE ${ownDocumentsWhere(selection)}
    UNION
    ${engagedIds}) AS listed
  WHERE id IS NOT NULL`;

export const countAvailable = async (
  { kysely, selection }: Selected,
  engagedIds?: Expression,
): Promise<number> => {
  const query = sql<{ count: number }>`
    SELECT count(*) AS count FROM (${availableDocuments(selection, engagedIds)}) AS available`;
  return (await readRow(kysely, query)).count;
};

const countListed = (rows: PackedRows, selected: Selected): Promise<number> =>
  countAvailable(selected, sql`SELECT unnest(${rows.listDocumentIds()}::integer[])`);

const segments = {
  'document-type': { attribute: sql`d.document_type_id`, ...namings.documentType },
  'content-type': { attribute: sql`d.content_type`, ...namings.contentType },
  community: { attribute: sql`coalesce(d.community_id, engaged.community_id)`, ...namings.community },
} as const satisfies Record<Exclude<DocumentSegment, 'buyers-journey'>, unknown>;

/** Engaged documents by a current attribute. */
const countByAttribute = async (
  { kysely, names }: Selected,
  engaged: Expression,
  segment: keyof typeof segments,
): Promise<FieldMetric[]> => {
  const { attribute, ...naming } = segments[segment];
  const query = sql<CodeCount>`
    SELECT ${attribute} AS code, count(*) AS count
    FROM (${engaged}) AS engaged LEFT JOIN document AS d ON d.id = engaged.id GROUP BY 1`;
  const [counts, known] = await Promise.all([readRows(kysely, query), names()]);
  return nameCounts(counts, known, naming);
};

interface StageAgeCount {
  readonly stage: Stage;
  readonly docAge: DocAge;
  readonly count: number;
}

/** Engaged documents by stage and by their age on the last day of the range, in the order of both. */
const countByStageAndAge = async (
  { kysely, selection }: Selected,
  engaged: Expression,
): Promise<StageAgeCount[]> => {
  const query = sql<{ stage: Stage | null; age: number | null; count: number }>`
    SELECT s.stage, ${ageNumber(selection.range.to)} AS age, count(*) AS count
    FROM (${engaged}) AS engaged LEFT JOIN document AS d ON d.id = engaged.id
      LEFT JOIN buyers_journey_stage AS s ON s.id = d.stage_id
    GROUP BY 1, 2`;
  const counts = (await readRows(kysely, query)).map(({ stage, age, count }) => ({
    stage: stage ?? ('Unclassified' as const),
    docAge: decodeAge(age),
    count,
  }));
  const cells = docAges.flatMap((docAge) => stages.map((stage) => ({ docAge, stage })));
  return cells.flatMap((cell) => {
    const inCell = counts.filter(({ stage, docAge }) => stage === cell.stage && docAge === cell.docAge);
    return inCell.length > 0 ? [{ ...cell, count: sumCounts(inCell) }] : [];
  });
};

const sumCounts = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

const countByStage = async (selected: Selected, engaged: Expression): Promise<FieldMetric[]> => {
  const counts = await countByStageAndAge(selected, engaged);
  return stages
    .map((name) => ({ id: name, name, value: sumCounts(counts.filter(({ stage }) => stage === name)) }))
    .filter(({ value }) => value > 0)
    .sort(compareMetrics);
};

const parseSegment = ({ segment: name }: { readonly segment: string }): DocumentSegment => {
  const segment = documentSegments.find((known) => known === name.toLowerCase());
  if (!segment) throw notFound(`There are no document counts for '${name}'.`);
  return segment;
};

const countBySegment = (
  selected: Selected,
  engaged: Expression,
  segment: DocumentSegment,
): Promise<FieldMetric[]> =>
  segment === 'buyers-journey'
    ? countByStage(selected, engaged)
    : countByAttribute(selected, engaged, segment);

type TopDocument = Awaited<ReturnType<typeof nameTopDocuments>>[number];

const toReadContent = ({ id, name, value, customFields }: TopDocument) => ({
  id,
  title: name,
  contentType: customFields.contentType,
  buyersJourneyStage: customFields.buyersJourneyStage,
  totalUniqueReaders: customFields.uniqueReaders,
  totalEngagements: value,
  documentUrl: customFields.documentUrl,
});

export const documentFigures = {
  'POST /api/client-dashboard/top-documents': {
    read: async (question) => ({
      data: await readTopDocuments(question, 'engagements', question.body.size),
    }),
    count: async (rows, question) => ({
      data: await rankTopDocuments(rows, question, 'engagements', question.body.size),
    }),
  },
  'POST /api/content-overview-dashboard/top-documents-unique-readers': {
    read: async (question) => ({ data: await readTopDocuments(question, 'readers', question.body.size) }),
    count: async (rows, question) => ({
      data: await rankTopDocuments(rows, question, 'readers', question.body.size),
    }),
    counted: [],
  },
  'POST /api/reader-co-dashboard/most-read-content': {
    read: async (question) => {
      const { size = companySizes.content } = question.body;
      return { data: (await readTopDocuments(question, 'engagements', size)).map(toReadContent) };
    },
    async count(rows, question) {
      const { size = companySizes.content } = question.body;
      return { data: (await rankTopDocuments(rows, question, 'engagements', size)).map(toReadContent) };
    },
    isEmpty: hasNoRows,
  },
  'POST /api/content-overview-dashboard/doc-count': {
    read: async (question) => countAnswer(await countAvailable(question)),
    count: async (rows, question) => countAnswer(await countListed(rows, question)),
    counted: [],
  },
  'POST /api/content-overview-dashboard/activities-with-docs-count': {
    read: async (question) => {
      const { excludeInactiveDocs = true } = question.body;
      return countAnswer(await (excludeInactiveDocs ? countEngaged(question) : countAvailable(question)));
    },
    async count(rows, question) {
      const { excludeInactiveDocs = true } = question.body;
      return countAnswer(excludeInactiveDocs ? rows.countDocuments() : await countListed(rows, question));
    },
    counted: [],
  },
  'POST /api/content-overview-dashboard/doc-count-by-buyers-journey-and-age': {
    read: async (question) => ({
      data: await countByStageAndAge(question, readEngaged(question.selection)),
    }),
    count: async (rows, question) => ({ data: await countByStageAndAge(question, listEngaged(rows)) }),
    counted: ['community_id'],
  },
  'POST /api/content-overview-dashboard/doc-count-by-{segment}': {
    check: ({ params }) => parseSegment(params),
    read: async (question) => ({
      data: await countBySegment(question, readEngaged(question.selection), parseSegment(question.params)),
    }),
    count: async (rows, question) => ({
      data: await countBySegment(question, listEngaged(rows), parseSegment(question.params)),
    }),
    counted: ['community_id'],
  },
} satisfies Partial<Figures<DashboardCall>>;
