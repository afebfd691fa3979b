import { defaultLookback, highQuality } from '@readerlens/contract';
import type { CallData, Calls, MarketingCall, OverlapPart } from '@readerlens/contract';
import type { SideName } from '@readerlens/contract/marketing';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { stageCode } from '../codes.ts';
import { ageCurve } from '../content-insights/document-figures.ts';
import { isFound, readRow, readRows } from '../figures/figure.ts';
import type { Figures, Selected } from '../figures/figure.ts';
import { organisationView } from '../figures/organisation-view.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { countNewness } from '../newness/newness-counts.ts';
import { countAllDeals, readDealsOfSides } from '../pipeline/deals.ts';
import type { SideDeal } from '../pipeline/deals.ts';
import { sumCurrencies } from '../pipeline/summarize-deals.ts';
import { selectionWhere } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { checkSides, selectSides } from './sides.ts';

type Comparison = CallData<Calls['POST /api/marketing-performance/comparison']>;
type OrganizationRow = CallData<Calls['POST /api/marketing-performance/comparison/organizations']>[number];
type Week = CallData<Calls['POST /api/marketing-performance/content/age-curve']>[number];
type Rows = Pick<Selected<MarketingSelection>, 'kysely' | 'selection'>;
type SelectedSides = Awaited<ReturnType<typeof selectSides>>;

type Influenced = Pick<Comparison['baseline'], 'currencies' | 'influencedDeals'>;
type Counted = Omit<Comparison['baseline'], keyof Influenced>;

/** One scan: the rows are grouped by all that is counted, and each count reads the groups. */
const countSide = async ({ kysely, selection }: Rows): Promise<Counted> => {
  const query = sql<Omit<Counted, 'newReaders'>>`
    SELECT count(DISTINCT document_id) AS documents, coalesce(sum(n), 0) AS engagements,
      count(DISTINCT reader_id) AS readers, count(DISTINCT organisation_id) AS organizations,
      coalesce(sum(n) FILTER (WHERE quality IS NOT NULL), 0) AS rated,
      coalesce(sum(n) FILTER (WHERE quality = ${highQuality}::integer), 0) AS "highQuality",
      coalesce(sum(n) FILTER (WHERE stage = ${stageCode.Late}::integer), 0) AS "lateStage"
    FROM (SELECT e.document_id, e.reader_id, e.organisation_id, e.quality, e.stage, count(*) AS n
      FROM engagement AS e WHERE ${selectionWhere(selection)} GROUP BY 1, 2, 3, 4, 5) AS counted`;
  const [counts, { counts: kinds }] = await Promise.all([
    readRow(kysely, query),
    countNewness({ kysely, selection }, { subject: 'readers', lookback: defaultLookback }),
  ]);
  return { ...counts, newReaders: kinds.netNew + kinds.reactivated };
};

const sumInfluenced = (deals: readonly SideDeal[], name: SideName): Influenced => ({
  influencedDeals: deals.filter((deal) => deal[name]).length,
  currencies: sumCurrencies(deals, (deal) => deal[name]),
});

/** Rows (id, baseline, comparison) of the organizations of both sides, with their engagements in each. */
const bothSides = ({ baseline, comparison }: SelectedSides): RawBuilder<unknown> => sql`
  SELECT id, sum(baseline) AS baseline, sum(comparison) AS comparison FROM (
    SELECT e.organisation_id AS id, count(*) AS baseline, 0 AS comparison FROM engagement AS e
    WHERE ${selectionWhere(baseline)} AND e.organisation_id IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT e.organisation_id AS id, 0 AS baseline, count(*) AS comparison FROM engagement AS e
    WHERE ${selectionWhere(comparison)} AND e.organisation_id IS NOT NULL GROUP BY 1) AS side
  GROUP BY 1`;

const inPart: Record<OverlapPart, RawBuilder<unknown>> = {
  baseline: sql`comparison = 0`,
  both: sql`baseline > 0 AND comparison > 0`,
  comparison: sql`baseline = 0`,
};

const countOverlap = ({ kysely }: Pick<Rows, 'kysely'>, sides: SelectedSides) =>
  readRow(
    kysely,
    sql<Comparison['organizations']>`
      SELECT count(*) FILTER (WHERE ${inPart.baseline}) AS baseline, count(*) FILTER (WHERE ${inPart.both}) AS both,
        count(*) FILTER (WHERE ${inPart.comparison}) AS comparison
      FROM (${bothSides(sides)}) AS organization`,
  );

const readCurve = ({ kysely, selection }: Rows): Promise<Week[]> =>
  readRows(kysely, sql<Week>`${ageCurve(selection, selection.today, { onlyEngaged: true })}`);

interface StoredRow {
  readonly id: number;
  readonly name: string;
  readonly baseline: number;
  readonly comparison: number;
}
type StoredPage = Partial<StoredRow> & { readonly total: number };

interface Page {
  readonly part: OverlapPart;
  readonly size: number;
  readonly offset: number;
}

/** A page of the organizations of a part. The statement has a row without an id if the page is empty. */
const readOrganizations = async (
  { kysely, session }: Selected<MarketingSelection>,
  sides: SelectedSides,
  { part, size, offset }: Page,
): Promise<{ data: OrganizationRow[]; total: number }> => {
  const query = sql<StoredPage>`
    WITH wanted AS MATERIALIZED (SELECT * FROM (${bothSides(sides)}) AS organization WHERE ${inPart[part]})
    SELECT counted.total, page.*, ${organisationNameSql('o', sql`page.id`)} AS name
    FROM (SELECT count(*) AS total FROM wanted) AS counted LEFT JOIN (
        SELECT id, baseline, comparison FROM wanted
        ORDER BY baseline + comparison DESC, id LIMIT ${size}::integer OFFSET ${offset}::bigint) AS page ON true
      LEFT JOIN organisation AS o ON o.id = page.id
    ORDER BY page.baseline + page.comparison DESC, page.id`;
  const rows = await readRows(kysely, query);
  const data = rows
    .filter((row) => isFound<StoredRow>(row))
    .map((row) => {
      const { id, name, companyUrl } = organisationView(row, session);
      return {
        id,
        name,
        path: companyUrl,
        baselineEngagements: row.baseline,
        comparisonEngagements: row.comparison,
      };
    });
  return { data, total: rows[0]?.total ?? 0 };
};

/** Figures of two sides against each other. */
export const comparisonFigures = {
  'POST /api/marketing-performance/comparison': {
    check: ({ body, session }) => checkSides(body, session),
    async read(question) {
      const { kysely } = question;
      const sides = await selectSides(question);
      const [baseline, comparison, organizations, deals, uploadedDeals] = await Promise.all([
        countSide({ kysely, selection: sides.baseline }),
        countSide({ kysely, selection: sides.comparison }),
        countOverlap({ kysely }, sides),
        readDealsOfSides({ kysely }, sides),
        countAllDeals(question),
      ]);
      return {
        data: {
          baseline: { ...baseline, ...sumInfluenced(deals, 'baseline') },
          comparison: { ...comparison, ...sumInfluenced(deals, 'comparison') },
          organizations,
          uploadedDeals,
        },
      };
    },
  },
  'POST /api/marketing-performance/comparison/trend': {
    check: ({ body, session }) => checkSides(body, session),
    async read(question) {
      const { kysely } = question;
      const sides = await selectSides(question);
      const [baseline, comparison] = await Promise.all([
        readCurve({ kysely, selection: sides.baseline }),
        readCurve({ kysely, selection: sides.comparison }),
      ]);
      return { data: { baseline, comparison } };
    },
  },
  'POST /api/marketing-performance/comparison/organizations': {
    check: ({ body, session }) => checkSides(body, session),
    async read(question) {
      const { part, page = 1, size = 10 } = question.body;
      const sides = await selectSides(question);
      const place = { part, size, offset: (page - 1) * size };
      return { ...(await readOrganizations(question, sides, place)), page, pageSize: size };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
