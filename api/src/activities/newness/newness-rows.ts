import type { CallData, Calls, NewnessKind, Source } from '@readerlens/contract';
import { findReaderPath } from '@readerlens/contract/readers';
import { formatDay } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { sourceCode } from '../codes.ts';
import { organisationView } from '../figures/organisation-view.ts';
import { isFound, readRows } from '../figures/figure.ts';
import type { Selected } from '../figures/figure.ts';
import { readLatestOfReaders } from '../figures/readers.ts';
import { readReaderRows } from '../figures/reader-rows.ts';
import { selectionWhere } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { classified, decodeKind, kindCode, wholeRange } from './classified.ts';
import { firstTouches, listFullMonths } from './newness-counts.ts';
import type { NewnessQuestion } from './newness-counts.ts';

type NewnessRow = CallData<Calls['POST /api/marketing-performance/newness/rows']>[number];

export interface RowsWanted extends NewnessQuestion {
  readonly kinds: readonly NewnessKind[];
  /** Only the new ones whose first activity has this source. */
  readonly source: Source | undefined;
  /** Only the new ones of months whose first window is over on this day, once for each month. */
  readonly fullMonthsOn: string | undefined;
  readonly size: number;
  readonly offset: number;
}

interface StoredRow {
  readonly id: number;
  readonly kind: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly previousAt: Date | null;
  readonly engagements: number;
}
type StoredPage = Partial<StoredRow> & { readonly total: number };

/** A page of those that the figures count in the range. The statement has a row without an id if the page is empty. */
const readPage = async (
  { kysely, selection }: Pick<Selected, 'kysely' | 'selection'>,
  { kinds, source, fullMonthsOn, size, offset, ...question }: RowsWanted,
): Promise<{ rows: StoredRow[]; total: number }> => {
  const codes = kinds.map((kind) => kindCode[kind]);
  const { starts, buckets } =
    fullMonthsOn === undefined
      ? { starts: wholeRange(selection.range), buckets: [1] }
      : listFullMonths(selection.range, fullMonthsOn);
  // The planner expects few rows of a narrow scope, and would find the first ones, or read them, again for each row. Materialized,
  // they are found once; a condition that is more than IN is no join, and looks them up in a hash table.
  const first =
    source === undefined ? sql`` : sql`first AS MATERIALIZED (${firstTouches(selection, question)}),`;
  const fromSource =
    source === undefined
      ? sql``
      : sql`AND (id IN (SELECT id FROM first WHERE source = ${sourceCode[source]})) IS TRUE`;
  const query = sql<StoredPage>`
    WITH ${first} wanted AS MATERIALIZED (
      SELECT id, bucket, kind, first_at, last_at, previous_at, engagements
      FROM (${classified(selection, { ...question, starts })}) AS classified
      WHERE bucket = ANY(${buckets}::integer[]) AND kind = ANY(${codes}::integer[]) ${fromSource})
    SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM wanted) AS counted LEFT JOIN (
      SELECT id, bucket, kind, first_at AS "firstAt", last_at AS "lastAt", previous_at AS "previousAt", engagements FROM wanted
      ORDER BY engagements DESC, id, bucket LIMIT ${size}::integer OFFSET ${offset}::bigint) AS page ON true
    ORDER BY page.engagements DESC, page.id, page.bucket`;
  const rows = await readRows(kysely, query);
  return { rows: rows.filter((row) => isFound<StoredRow>(row)), total: rows[0]?.total ?? 0 };
};

const describeDates = ({ kind, firstAt, previousAt, engagements }: StoredRow) => ({
  kind: decodeKind(kind),
  firstOn: formatDay(firstAt),
  previousOn: previousAt === null ? null : formatDay(previousAt),
  engagements,
});

const nameReaders = async (
  { kysely, selection, session }: Selected,
  stored: readonly StoredRow[],
): Promise<NewnessRow[]> => {
  const ranks = stored.map((row, at) => ({ ...row, documents: 0, rank: at + 1 }));
  const latest = await readLatestOfReaders(kysely, selectionWhere(selection), ranks);
  const rows = new Map(
    (await readReaderRows(kysely, ranks, latest, session)).map((row) => [row.readerId, row]),
  );
  return stored.flatMap((one) => {
    const row = rows.get(String(one.id));
    if (!row) return [];
    const organization =
      row.orgName !== null && row.companyUrl !== null ? { name: row.orgName, path: row.companyUrl } : null;
    const path = findReaderPath(row.userIdOrEmail) ?? '';
    return [{ id: row.readerId, name: row.name, path, organization, ...describeDates(one) }];
  });
};

const nameOrganizations = async (
  { kysely, session }: Selected,
  stored: readonly StoredRow[],
): Promise<NewnessRow[]> => {
  const ids = stored.map(({ id }) => id);
  const query = sql<{ id: number; name: string }>`
    SELECT given.id, ${organisationNameSql('o', sql`given.id`)} AS name
    FROM unnest(${ids}::integer[]) AS given (id) LEFT JOIN organisation AS o ON o.id = given.id`;
  const views = new Map(
    (await readRows(kysely, query)).map((row) => [row.id, organisationView(row, session)]),
  );
  return stored.flatMap((one) => {
    const view = views.get(one.id);
    if (!view) return [];
    return [
      { id: view.id, name: view.name, path: view.companyUrl, organization: null, ...describeDates(one) },
    ];
  });
};

/** A page of the readers or organizations of some kinds, most active first. */
export const readNewnessRows = async (selected: Selected, wanted: RowsWanted) => {
  const { rows, total } = await readPage(selected, wanted);
  const name = wanted.subject === 'readers' ? nameReaders : nameOrganizations;
  return { data: rows.length === 0 ? [] : await name(selected, rows), total };
};
