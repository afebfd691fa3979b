// Organizations by their activities.
import type { DashboardCall } from '@readerlens/contract';
import { maxOrgRows } from '@readerlens/contract/most-active';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '../../people/session.ts';
import type { Condition } from '../filter-sql.ts';
import { packInt32s } from '../packed/counted-selections.ts';
import type { Counts } from '../packed/counted-selections.ts';
import { readInt32s } from '../packed/fields.ts';
import { selectionWhere } from '../selection.ts';
import { readRow, readRows } from './figure.ts';
import type { FigureRequest, Figures, Selected } from './figure.ts';
import { countEngagementsByOrganisation, rankOrganisations } from './organisation-ranking.ts';
import type { OrganisationRank } from './organisation-ranking.ts';
import { viewProperties } from './organisation-properties.ts';
import { organisationView, seesTypes, toReaderOrg, typesSql } from './organisation-view.ts';
import { addCountries } from './seen-activities.ts';

type Expression = RawBuilder<unknown>;

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
const summarySource = (where: Condition): Expression => sql`
  SELECT count(*) FILTER (WHERE by = 3 AND organisation_id IS NOT NULL) AS "orgsCount",
    count(*) FILTER (WHERE by = 5) AS "usersCount",
    coalesce(sum(n) FILTER (WHERE by = 6 AND sequence = 1), 0) AS "initialActivitiesCount",
    coalesce(sum(n) FILTER (WHERE by = 6 AND sequence <> 1), 0) AS "subsequentActivitiesCount",
    coalesce(sum(n) FILTER (WHERE by = 3 AND organisation_id IS NULL), 0) AS "activitiesWithoutOrgCount"
  FROM (SELECT grouping(e.organisation_id, e.reader_id, e.sequence) AS by, e.organisation_id, e.sequence, count(*) AS n
    FROM engagement AS e WHERE ${where}
    GROUP BY GROUPING SETS ((e.organisation_id), (e.reader_id), (e.sequence))) AS counted`;

const summaryFields = [
  'orgsCount',
  'usersCount',
  'initialActivitiesCount',
  'subsequentActivitiesCount',
  'activitiesWithoutOrgCount',
] as const satisfies readonly (keyof Summary)[];

const summaryCounts: Counts<Summary> = {
  select: (where) => ({
    fields: summaryFields.map((field) => packInt32s(sql`counted.${sql.ref(field)}::integer`)),
    from: summarySource(where),
  }),
  unpack: (fields) =>
    Object.fromEntries(
      summaryFields.map((field, place) => [field, readInt32s(fields[place] ?? new Uint8Array())[0] ?? 0]),
    ) as unknown as Summary,
  count(rows) {
    const organisations = rows.countByOrganisation();
    const without = organisations.find(({ id }) => id === null);
    const initial = rows.countByCode('sequence').find(({ code }) => code === 1)?.count ?? 0;
    return {
      orgsCount: organisations.length - (without ? 1 : 0),
      usersCount: rows.countReaders(),
      initialActivitiesCount: initial,
      subsequentActivitiesCount: rows.size - initial,
      activitiesWithoutOrgCount: without?.engagements ?? 0,
    };
  },
  counted: ['organisation_id', 'sequence'],
};

const summarize = async ({ kysely, selection, readCounts }: Selected): Promise<Summary> =>
  (await readCounts?.(summaryCounts, selection)) ??
  readRow<Summary>(kysely, summarySource(selectionWhere(selection)) as RawBuilder<Summary>);

/** An organization with several types counts in each. */
const countByType = async (question: Selected) => {
  const counted = await countEngagementsByOrganisation(question);
  const query = sql<{ type: string | null; count: number; total: number }>`
    WITH counted AS MATERIALIZED (${counted})
    SELECT types.type, sum(counted.engagements) AS count, (SELECT sum(engagements) FROM counted) AS total
    FROM counted LEFT JOIN organisation AS o ON o.id = counted.id LEFT JOIN LATERAL ${typesSql} ON true
    GROUP BY 1`;
  const rows = await readRows(question.kysely, query);
  const data = rows
    .flatMap(({ type, count }) => (type === null ? [] : [{ companyType: type, activitiesCount: count }]))
    .sort((a, b) => b.activitiesCount - a.activitiesCount || a.companyType.localeCompare(b.companyType));
  const withoutType = rows.find(({ type }) => type === null)?.count ?? 0;
  return { data, total: rows[0]?.total ?? 0, withoutType };
};

/** The properties that are asked for; none without a list of them. */
const pickProperties = (
  row: OrganisationRank,
  viewer: Viewer,
  asked: readonly OrgProperty[] = [],
): Partial<ReturnType<typeof viewProperties>> => {
  const shown = viewProperties(row, viewer);
  return Object.fromEntries(asked.map((property) => [property, shown[property]]));
};

const listRanked = async (question: Selected & FigureRequest<'POST /api/most-active-cos'>) => {
  const { session, body } = question;
  const { ranks, total } = await rankOrganisations(question, body, body.size ?? maxOrgRows);
  const rows = await addCountries(question, ranks, body.properties);
  const data = rows.map((row) => {
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
      ...(row.score === undefined ? {} : { score: row.score }),
      ...pickProperties(row, session, body.properties),
    };
  });
  return { data, total };
};

const listTypes = async (question: Selected) =>
  seesTypes(question.session) ? countByType(question) : { data: [], total: 0, withoutType: 0 };

const findMostActive = async (question: Selected) => {
  const [first] = (await rankOrganisations(question, {}, 1)).ranks;
  return { data: first ? toReaderOrg(first, question.session) : null };
};

export const organisationFigures = {
  'POST /api/most-active-cos': { read: listRanked },
  'POST /api/most-active-cos/summary': { read: async (question) => ({ data: await summarize(question) }) },
  'POST /api/most-active-cos/orgtypechartdata': { read: listTypes },
  'POST /api/reader-co-dashboard/most-active-org': { read: findMostActive },
} satisfies Partial<Figures<DashboardCall>>;
