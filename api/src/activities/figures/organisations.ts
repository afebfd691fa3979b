// Organizations by their activities.
import type { DashboardCall } from '@readerlens/contract';
import { maxOrgRows } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PackedRows } from '../packed/packed-rows.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { countedTable } from './counted-table.ts';
import { readRow, readRows } from './figure.ts';
import type { FigureRequest, Figures, Selected } from './figure.ts';
import { countedInRows, hasId, rankOrganisations } from './organisation-ranking.ts';
import type { OrganisationRank } from './organisation-ranking.ts';
import { organisationView, seesTypes, toReaderOrg, typesSql } from './organisation-view.ts';

type Rows = Pick<Selected, 'kysely' | 'selection'>;

/** The figures of the previous period of a row; none without a comparison. */
const listPrevious = ({ previousActivities, previousRank = null }: OrganisationRank) =>
  previousActivities === undefined
    ? {}
    : { previousRank, previousActivities, isNew: previousActivities === 0 };

interface Summary {
  readonly orgsCount: number;
  readonly usersCount: number;
  readonly initialActivitiesCount: number;
  readonly subsequentActivitiesCount: number;
  readonly activitiesWithoutOrgCount: number;
}

/** grouping() tells the sets apart: 3 is by organization, 5 by reader, 6 by sequence. */
const summarize = ({ kysely, selection }: Rows): Promise<Summary> =>
  readRow(
    kysely,
    sql`
      SELECT count(*) FILTER (WHERE by = 3 AND organisation_id IS NOT NULL) AS "orgsCount",
        count(*) FILTER (WHERE by = 5) AS "usersCount",
        coalesce(sum(n) FILTER (WHERE by = 6 AND sequence = 1), 0) AS "initialActivitiesCount",
        coalesce(sum(n) FILTER (WHERE by = 6 AND sequence <> 1), 0) AS "subsequentActivitiesCount",
        coalesce(sum(n) FILTER (WHERE by = 3 AND organisation_id IS NULL), 0) AS "activitiesWithoutOrgCount"
      FROM (SELECT grouping(e.organisation_id, e.reader_id, e.sequence) AS by, e.organisation_id, e.sequence, count(*) AS n
        FROM engagement AS e WHERE ${selectionWhere(selection)}
        GROUP BY GROUPING SETS ((e.organisation_id), (e.reader_id), (e.sequence))) AS counted`,
  );

/** The same from shared rows. */
const summarizeRows = (rows: PackedRows): Summary => {
  const organisations = rows.countByOrganisation();
  const initial = rows.countByCode('sequence').find(({ code }) => code === 1)?.count ?? 0;
  return {
    orgsCount: organisations.filter(hasId).length,
    usersCount: rows.countReaders(),
    initialActivitiesCount: initial,
    subsequentActivitiesCount: rows.size - initial,
    activitiesWithoutOrgCount: organisations.find(({ id }) => id === null)?.engagements ?? 0,
  };
};

/** Rows (id, n), with a null id for activities without an organization. */
const engagementsBySql = (selection: EngagementSelection): RawBuilder<unknown> => sql`
  SELECT e.organisation_id AS id, count(*) AS n FROM engagement AS e WHERE ${selectionWhere(selection)} GROUP BY 1`;

/** The same from shared rows. */
const engagementsInRows = (rows: PackedRows): RawBuilder<unknown> => {
  const counted = rows.countByOrganisation();
  const without = counted.find(({ id }) => id === null)?.engagements;
  const table = countedTable(
    counted.filter(hasId).map(({ id, engagements }) => ({ id, n: engagements })),
    { id: 'integer', n: 'integer' },
  );
  return without === undefined ? table : sql`${table} UNION ALL SELECT NULL, ${without}::integer`;
};

/** An organization with several types counts in each. */
const countByType = async ({ kysely }: Rows, counted: RawBuilder<unknown>) => {
  const query = sql<{ type: string | null; count: number; total: number }>`
    WITH counted AS MATERIALIZED (${counted})
    SELECT types.type, sum(counted.n) AS count, (SELECT sum(n) FROM counted) AS total
    FROM counted LEFT JOIN organisation AS o ON o.id = counted.id LEFT JOIN LATERAL ${typesSql} ON true
    GROUP BY 1`;
  const rows = await readRows(kysely, query);
  const data = rows
    .flatMap(({ type, count }) => (type === null ? [] : [{ companyType: type, activitiesCount: count }]))
    .sort((a, b) => b.activitiesCount - a.activitiesCount || a.companyType.localeCompare(b.companyType));
  const withoutType = rows.find(({ type }) => type === null)?.count ?? 0;
  return { data, total: rows[0]?.total ?? 0, withoutType };
};

const listRanked = async (
  question: Selected & FigureRequest<'POST /api/most-active-cos'>,
  counted?: RawBuilder<unknown>,
) => {
  const { session, body } = question;
  const { ranks, total } = await rankOrganisations(question, body, body.size ?? maxOrgRows, counted);
  const data = ranks.map((row) => {
    const { id, name, companyUrl, companyType } = organisationView(row, session);
    return {
      orgId: id,
      orgName: name,
      companyUrl,
      rank: row.rank,
      usersCount: row.readers,
      uniqueReaders: row.readers,
      activitiesCount: row.engagements,
      companyType,
      ...listPrevious(row),
    };
  });
  return { data, total };
};

const listTypes = async (question: Selected, counted: RawBuilder<unknown>) =>
  seesTypes(question.session) ? countByType(question, counted) : { data: [], total: 0, withoutType: 0 };

const findMostActive = async (question: Selected, counted?: RawBuilder<unknown>) => {
  const [first] = (await rankOrganisations(question, {}, 1, counted)).ranks;
  return { data: first ? toReaderOrg(first, question.session) : null };
};

export const organisationFigures = {
  'POST /api/most-active-cos': {
    read: (question) => listRanked(question),
    count: (rows, question) => listRanked(question, countedInRows(rows)),
    joinsOnly: true,
  },
  'POST /api/most-active-cos/summary': {
    read: async (question) => ({ data: await summarize(question) }),
    count: (rows) => ({ data: summarizeRows(rows) }),
  },
  'POST /api/most-active-cos/orgtypechartdata': {
    read: (question) => listTypes(question, engagementsBySql(question.selection)),
    count: (rows, question) => listTypes(question, engagementsInRows(rows)),
  },
  'POST /api/reader-co-dashboard/most-active-org': {
    read: (question) => findMostActive(question),
    count: (rows, question) => findMostActive(question, countedInRows(rows)),
    joinsOnly: true,
  },
} satisfies Partial<Figures<DashboardCall>>;
