import { highQuality } from '@readerlens/contract';
import type { CallData, Calls, DocumentSortField, MarketingCall, Stage } from '@readerlens/contract';
import { formatDay } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { decodeContentType, decodeStage } from '../codes.ts';
import { noName } from '../dimension-names.ts';
import { namings } from '../figures/fields.ts';
import { isFound, readRow, readRows } from '../figures/figure.ts';
import type { Figures, Selected } from '../figures/figure.ts';
import { countAvailable } from '../figures/documents.ts';
import { direction } from '../figures/rank-order.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { selectionWhere } from '../selection.ts';
import { documentNameSql } from '../subject-names.ts';
import { ageCurve, documentsOfSet, themeStages } from './document-figures.ts';
import type { DocumentsWanted } from './document-figures.ts';

type Question = Selected<MarketingSelection>;
type DocumentRow = CallData<Calls['POST /api/marketing-performance/content/rows']>[number];
type Summary = CallData<Calls['POST /api/marketing-performance/content']>;

/** One scan: the rows are grouped by all that is counted, and each count reads the groups. */
const countContent = ({ kysely, selection }: Question) =>
  readRow(
    kysely,
    sql<
      Pick<
        Summary,
        | 'engagedDocuments'
        | 'engagements'
        | 'highQuality'
        | 'organizations'
        | 'rated'
        | 'readers'
        | 'readersOfSeveral'
      >
    >`
      WITH pair AS MATERIALIZED (
        SELECT e.reader_id, e.document_id, e.organisation_id, e.quality, count(*) AS n
        FROM engagement AS e WHERE ${selectionWhere(selection)} GROUP BY 1, 2, 3, 4),
      read AS (SELECT reader_id, count(DISTINCT document_id) AS documents FROM pair GROUP BY 1)
      SELECT (SELECT coalesce(sum(n), 0) FROM pair) AS engagements,
        (SELECT count(*) FROM read) AS readers,
        (SELECT count(*) FROM read WHERE documents > 1) AS "readersOfSeveral",
        (SELECT count(DISTINCT organisation_id) FROM pair) AS organizations,
        (SELECT count(DISTINCT document_id) FROM pair) AS "engagedDocuments",
        (SELECT coalesce(sum(n), 0) FROM pair WHERE quality IS NOT NULL) AS rated,
        (SELECT coalesce(sum(n), 0) FROM pair WHERE quality = ${highQuality}::integer) AS "highQuality"`,
  );

const countSet = async ({ kysely, selection }: Question, set: DocumentsWanted['set']): Promise<number> => {
  const { today } = selection;
  const query = sql<{ count: number }>`
    SELECT count(*) AS count FROM (${documentsOfSet(selection, { set, week: 0, today })}) AS listed`;
  return (await readRow(kysely, query)).count;
};

interface ThemeCount {
  readonly theme: number;
  readonly stage: number;
  readonly count: number;
}

/** Themes that upstream systems call '-1' mean none and are left out. */
const countThemes = async ({ kysely, selection }: Question) => {
  const [counts, themes] = await Promise.all([
    readRows(kysely, sql<ThemeCount>`${themeStages(selection)}`),
    readRows(
      kysely,
      sql<{ id: number; name: string }>`SELECT id, name FROM content_topic WHERE name <> ${noName}`,
    ),
  ]);
  const names = new Map(themes.map(({ id, name }) => [id, name]));
  return counts.flatMap(({ theme, stage, count }) => {
    const name = names.get(theme);
    return name === undefined
      ? []
      : [{ theme: { id: String(theme), name }, stage: decodeStage(stage), count }];
  });
};

const sortings: Record<DocumentSortField, RawBuilder<unknown>> = {
  engagements: sql`coalesce(engagements, 0)`,
  readers: sql`coalesce(readers, 0)`,
  organizations: sql`coalesce(organizations, 0)`,
  engagementsPerReader: sql`engagements::numeric / nullif(readers, 0)`,
  lastEngaged: sql`last_at`,
};

interface StoredDocument {
  readonly id: number;
  readonly name: string;
  readonly url: string | null;
  readonly documentTypeId: number | null;
  readonly contentType: number;
  readonly stage: Stage | null;
  readonly themes: readonly string[];
  readonly publishedOn: string | null;
  readonly engagements: number | null;
  readonly readers: number | null;
  readonly organizations: number | null;
  readonly previous: number | null;
  readonly lastAt: Date | null;
  readonly isDeclining: boolean | null;
}
type StoredPage = Partial<StoredDocument> & { readonly total: number };

interface Page extends DocumentsWanted {
  readonly field: DocumentSortField;
  readonly descending: boolean;
  readonly size: number;
  readonly offset: number;
}

/** A page of documents in order. The statement has a row without an id if the page is empty. */
const readDocuments = async (
  { kysely, selection, session, names }: Question,
  { field, descending, size, offset, ...wanted }: Page,
): Promise<{ data: DocumentRow[]; total: number }> => {
  const name = documentNameSql('d', { id: sql`page.id`, blinded: session.blinded });
  const order = sql`${sortings[field]} ${direction({ descending })} NULLS LAST`;
  const query = sql<StoredPage>`
    WITH listed AS MATERIALIZED (${documentsOfSet(selection, wanted)})
    SELECT counted.total, page.id, ${name} AS name, d.url, d.document_type_id AS "documentTypeId",
      coalesce(d.content_type, 0) AS "contentType", s.stage, to_char(d.published_on, 'YYYY-MM-DD') AS "publishedOn",
      ARRAY(SELECT t.name FROM content_topic AS t WHERE t.id = ANY(d.topics) AND t.name <> ${noName} ORDER BY t.name) AS themes,
      page.engagements, page.readers, page.organizations, page.previous, page.last_at AS "lastAt",
      page.declining AS "isDeclining"
    FROM (SELECT count(*) AS total FROM listed) AS counted LEFT JOIN (
        SELECT listed.*, row_number() OVER (ORDER BY ${order}, id) AS place FROM listed
        ORDER BY place LIMIT ${size}::integer OFFSET ${offset}::bigint) AS page ON true
      LEFT JOIN document AS d ON d.id = page.id LEFT JOIN buyers_journey_stage AS s ON s.id = d.stage_id
    ORDER BY page.place`;
  const [rows, known] = await Promise.all([readRows(kysely, query), names()]);
  const nameType = (id: number | null) =>
    (id === null ? undefined : namings.documentType.nameCode(id, known)?.name) ?? 'Unclassified';
  const data = rows
    .filter((row) => isFound<StoredDocument>(row))
    .map((row) => ({
      id: String(row.id),
      name: row.name,
      url: row.url,
      documentType: nameType(row.documentTypeId),
      themes: [...row.themes],
      stage: row.stage ?? ('Unclassified' as const),
      origin: decodeContentType(row.contentType),
      readers: row.readers ?? 0,
      organizations: row.organizations ?? 0,
      engagements: row.engagements ?? 0,
      previousEngagements: row.previous ?? 0,
      lastOn: row.lastAt === null ? null : formatDay(row.lastAt),
      publishedOn: row.publishedOn,
      isDeclining: row.isDeclining ?? false,
    }));
  return { data, total: rows[0]?.total ?? 0 };
};

/** Figures of the content itself. */
export const contentFigures = {
  'POST /api/marketing-performance/content': {
    async read(question) {
      const [counts, availableDocuments, declining, silent] = await Promise.all([
        countContent(question),
        countAvailable(question),
        countSet(question, 'declining'),
        countSet(question, 'silent'),
      ]);
      return { data: { ...counts, availableDocuments, declining, silent } };
    },
  },
  'POST /api/marketing-performance/content/by-theme': {
    read: async (question) => ({ data: await countThemes(question) }),
  },
  'POST /api/marketing-performance/content/age-curve': {
    async read({ kysely, selection }) {
      type Week = CallData<Calls['POST /api/marketing-performance/content/age-curve']>[number];
      return { data: await readRows(kysely, sql<Week>`${ageCurve(selection, selection.today)}`) };
    },
  },
  'POST /api/marketing-performance/content/rows': {
    async read(question) {
      const { set = 'engaged', week = 0, sort, comparedWith, page = 1, size = 10 } = question.body;
      const { field, order = 'desc' } = sort ?? { field: 'engagements' as const };
      const place = { field, descending: order === 'desc', size, offset: (page - 1) * size };
      const { today } = question.selection;
      const wanted = { ...place, set, week, today, comparedWith };
      return { ...(await readDocuments(question, wanted)), page, pageSize: size };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
