// Who of an organization reads: roles, seniority, and who is new.
import type { BuyingGroup, DashboardCall } from '@readerlens/contract';
import { companySizes, seniorityFilter, seniorityLevels } from '@readerlens/contract/readers';
import type { SeniorityLevel } from '@readerlens/contract/readers';
import { toInstants } from '@readerlens/filters/model';
import type { PreparedFilter } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { noName } from '../dimension-names.ts';
import { filterConditions, joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import { selectionWhere } from '../selection.ts';
import { readRow, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { readLatestOfReaders } from './readers.ts';
import { readReaderRows } from './reader-rows.ts';
import type { ReaderRank } from './reader-rows.ts';
import { seenWhere } from './seen-activities.ts';

/** The filter of the search that a level opens. */
const buildTitleFilter = (level: SeniorityLevel): PreparedFilter => ({
  $type: 'Text',
  field: 'Title',
  ...seniorityFilter(level),
});

/** The readers of the selection, as `e`, so that conditions of filters apply to them. */
const readersSql = ({ selection }: Selected): RawBuilder<unknown> =>
  sql`(SELECT DISTINCT e.reader_id FROM engagement AS e WHERE ${selectionWhere(selection)}) AS e`;

const readSeniority = async (selected: Selected) => {
  const { catalogue } = selected.selection;
  const counts = seniorityLevels.map((level) => {
    const where = joinWithAnd(filterConditions([buildTitleFilter(level)], catalogue));
    return sql`count(*) FILTER (WHERE ${where}) AS ${sql.ref(level)}`;
  });
  const row = await readRow(
    selected.kysely,
    sql<Record<SeniorityLevel | 'readers', number>>`
      SELECT count(*) AS readers, ${sql.join(counts)} FROM ${readersSql(selected)}`,
  );
  return {
    readers: row.readers,
    seniority: seniorityLevels.map((level) => ({ level, readers: row[level] })),
  };
};

const readRoles = async (selected: Selected): Promise<BuyingGroup['roles']> => {
  const query = sql<{ id: number | null; name: string | null; readers: number }>`
    SELECT listed.id, p.name, count(*) AS readers
    FROM ${readersSql(selected)} LEFT JOIN reader AS r ON r.id = e.reader_id
    LEFT JOIN LATERAL (SELECT DISTINCT unnest(r.personas) AS id) AS listed ON true
    LEFT JOIN persona AS p ON p.id = listed.id
    GROUP BY 1, 2 ORDER BY listed.id IS NULL, count(*) DESC, listed.id`;
  const rows = await readRows(selected.kysely, query);
  return rows
    .filter(({ id, name }) => id === null || (name !== null && name !== noName))
    .map(({ id, name, readers }) => ({
      id: id === null ? '' : String(id),
      name: name ?? 'No persona',
      readers,
    }));
};

type NewRow = Pick<ReaderRank, 'documents' | 'engagements' | 'id' | 'lastAt' | 'rank'>;

/** What the readers did with the clients anywhere: they may have been with another organization before. */
const everWhere = (selected: Selected): Condition => {
  const { organisationIds: _, ...selection } = selected.selection;
  return seenWhere({ ...selected, selection });
};

const readNew = async (selected: Selected): Promise<Pick<BuyingGroup, 'newReaders' | 'newest'>> => {
  const { kysely, selection, session } = selected;
  const { from } = toInstants(selection.range);
  const query = sql<NewRow>`
    WITH own AS MATERIALIZED (
      SELECT e.reader_id AS id, count(*) AS engagements, max(e.occurred_at) AS "lastAt" FROM engagement AS e
      WHERE ${selectionWhere(selection)} GROUP BY 1)
    SELECT own.id, own.engagements, own."lastAt", 0 AS documents,
      row_number() OVER (ORDER BY own.engagements DESC, own.id) AS rank
    FROM own JOIN (
      SELECT e.reader_id AS id FROM engagement AS e
      WHERE ${everWhere(selected)} AND e.reader_id IN (SELECT id FROM own)
      GROUP BY 1 HAVING min(e.occurred_at) >= ${from}::timestamptz) AS fresh ON fresh.id = own.id
    ORDER BY rank`;
  const found = await readRows(kysely, query);
  const shown = found.slice(0, companySizes.newReaders);
  if (shown.length === 0) return { newReaders: 0, newest: [] };
  const latest = await readLatestOfReaders(kysely, selectionWhere(selection), shown);
  const rows = await readReaderRows(kysely, shown, latest, session);
  const newest = rows.map(({ readerId, userIdOrEmail, name, jobTitle, totalEngagements }) => ({
    readerId,
    userIdOrEmail,
    name,
    jobTitle,
    totalEngagements,
  }));
  return { newReaders: found.length, newest };
};

export const buyingGroupFigures = {
  'POST /api/reader-co-dashboard/buying-group': {
    read: async (question) => {
      const [counts, roles, fresh] = await Promise.all([
        readSeniority(question),
        readRoles(question),
        readNew(question),
      ]);
      return { data: { ...counts, ...fresh, roles } };
    },
    isEmpty: ({ data }) => data.readers === 0,
  },
} satisfies Partial<Figures<DashboardCall>>;
