// People of uploads. The filters do not limit them; who a reader is, is told only to those who see activities of the reader.
import type { CallData, Calls } from '@readerlens/contract';
import { findReaderPath } from '@readerlens/contract/readers';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { readRows } from '../figures/figure.ts';
import type { Selected } from '../figures/figure.ts';
import { organisationView } from '../figures/organisation-view.ts';
import type { OrganisationView } from '../figures/organisation-view.ts';
import { readLatestOfReaders } from '../figures/readers.ts';
import { readReaderRows } from '../figures/reader-rows.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { visibleWhere } from '../selection.ts';

export type TacticQuestion = Selected<MarketingSelection>;
type Person = Pick<
  CallData<Calls['POST /api/marketing-performance/events/people']>[number],
  'email' | 'id' | 'name' | 'organization' | 'path'
>;

/** A key of what has no id, such as an issue: the same in each answer, and without its name. */
export const keySql = (...parts: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql`md5(concat_ws(chr(31), ${sql.join(parts)}))`;

/** The chosen clients are some of those that the viewer sees. Asking for both, the planner expects almost no rows. */
const seenWhere = ({ selection: { clientIds }, session: { scope } }: TacticQuestion) =>
  visibleWhere(clientIds === 'all' ? scope : { ...scope, clientIds });

/**
 * The readers of `people` of whom the viewer sees an activity with the client, of any date and whatever the filters, with the
 * organization of the latest one.
 */
export const selectSeenReaders = (question: TacticQuestion, people: RawBuilder<unknown>) => sql`
  SELECT DISTINCT ON (e.client_id, e.reader_id) e.client_id, e.reader_id, e.organisation_id
  FROM engagement AS e
  WHERE ${seenWhere(question)}
    AND e.reader_id IN (SELECT reader_id FROM ${people} AS given WHERE reader_id IS NOT NULL)
  ORDER BY e.client_id, e.reader_id, e.occurred_at DESC, e.id DESC`;

/**
 * Joins a table of people with the readers that are seen. By one expression: of two columns the planner may merge by the client
 * alone, and compare each person with each reader.
 */
export const isSeenReader = (people: string): RawBuilder<SqlBool> => {
  const pair = (table: string) =>
    sql`((${sql.ref(`${table}.client_id`)}::bigint << 32) | ${sql.ref(`${table}.reader_id`)})`;
  return sql<SqlBool>`${pair('seen')} = ${pair(people)}`;
};

export interface StoredPerson {
  readonly id: number;
  readonly email: string;
  /** Null unless the viewer sees activities of the reader. */
  readonly readerId: number | null;
}

/** What people are called, by the ids of their rows. Others than readers have only their address. */
export const namePeople = async (
  question: TacticQuestion,
  people: readonly StoredPerson[],
): Promise<ReadonlyMap<number, Person>> => {
  const { kysely, session } = question;
  const ids = [...new Set(people.flatMap(({ readerId }) => readerId ?? []))];
  const ranks = ids.map((id, at) => ({
    id,
    rank: at + 1,
    engagements: 0,
    documents: 0,
    lastAt: new Date(0),
  }));
  const latest = ids.length === 0 ? new Map() : await readLatestOfReaders(kysely, seenWhere(question), ranks);
  const readers = new Map(
    (await readReaderRows(kysely, ranks, latest, session)).map((row) => [row.readerId, row]),
  );
  return new Map(
    people.map(({ id, email, readerId }) => {
      const row = readers.get(String(readerId));
      const organization =
        row && row.orgName !== null && row.companyUrl !== null
          ? { name: row.orgName, path: row.companyUrl }
          : null;
      const person = {
        id: String(id),
        name: row?.name ?? (session.blinded ? `Person ${id}` : email),
        email: session.blinded ? null : email,
        path: row ? (findReaderPath(row.userIdOrEmail) ?? null) : null,
        organization,
      };
      return [id, person] as const;
    }),
  );
};

export interface PageWanted {
  readonly page?: number;
  readonly size?: number;
}

/**
 * A page of the rows of a query, in the order of its column `place`, with the total of all. `withs` are the statements
 * that the query reads from.
 */
export const readPage = async <Row extends object>(
  { kysely }: Pick<TacticQuestion, 'kysely'>,
  withs: RawBuilder<unknown>,
  query: RawBuilder<Row>,
  { page = 1, size = 10 }: PageWanted,
): Promise<{ rows: Row[]; total: number; page: number; pageSize: number }> => {
  // A page beyond the last one has a row without a place, for its total.
  const rows = await readRows(
    kysely,
    sql<Row & { place: number | null; total: number }>`
      ${withs}, listed AS MATERIALIZED (${query})
      SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM listed) AS counted LEFT JOIN (
        SELECT * FROM listed ORDER BY place LIMIT ${size}::integer OFFSET ${(page - 1) * size}::bigint) AS page ON true
      ORDER BY page.place`,
  );
  return {
    rows: rows.filter(({ place }) => place !== null),
    total: rows[0]?.total ?? 0,
    page,
    pageSize: size,
  };
};

/** What is shown of an organization that the viewer sees. */
export const linkOrganisation = (
  row: { readonly organisationId: number; readonly organisation: string },
  { session }: Pick<TacticQuestion, 'session'>,
): Pick<OrganisationView, 'id' | 'name'> & { readonly path: string } => {
  const { id, name, companyUrl } = organisationView(
    { id: row.organisationId, name: row.organisation },
    session,
  );
  return { id, name, path: companyUrl };
};
