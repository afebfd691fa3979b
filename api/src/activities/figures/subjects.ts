import { sql } from 'kysely';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { AggField } from '@readerlens/contract';
import { organisationPseudonym, readerPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Database, Schema } from '../../platform/db/index.ts';
import { badRequest, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { ActivityKey } from '../activity-key.ts';
import { buildCompanyUrl } from '../activity-values.ts';
import type { Condition } from '../filter-sql.ts';
import { visibleWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import { organisationNameSql, readerNameSql } from '../subject-names.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Viewer } from '../../people/session.ts';

/** The reader or the organization that a dashboard is about; an empty list if the caller named none that can exist. */
export type Subject = Pick<EngagementSelection, 'readerIds' | 'organisationIds'>;

/** Whether it does not exist, belongs to others, or did nothing yet makes no difference to the caller. */
const noSuchReader = () => noSuchThing('reader');
const noSuchOrganisation = () => noSuchThing('organization');

interface NamedSubject {
  readonly name: string;
  /** Path of the dashboard. */
  readonly url: string;
}

interface NamedTable {
  readonly table: RawBuilder<unknown>;
  readonly name: RawBuilder<string>;
  readonly pseudonym: (id: number) => string;
  readonly url: (id: number, name: string) => string;
}

const namedTables: Readonly<Record<AggField, NamedTable>> = {
  Reader: {
    table: sql`reader`,
    name: readerNameSql('q', sql`given.id`),
    pseudonym: (id) => readerPseudonym(id).fullName,
    url: (id) => `/analytics/reader-dashboard/${id}`,
  },
  ReaderOrg: {
    table: sql`organisation`,
    name: organisationNameSql('q', sql`given.id`),
    pseudonym: organisationPseudonym,
    url: (id, name) => buildCompanyUrl(null, name, id) ?? '',
  },
};

/** Names of readers or organizations as a viewer sees them, who must be known to see an activity of each. */
export const nameSubjects = async (
  kysely: Kysely<Schema>,
  by: AggField,
  ids: readonly number[],
  { blinded }: Pick<Viewer, 'blinded'>,
): Promise<ReadonlyMap<number, NamedSubject>> => {
  const { table, name: called, pseudonym, url } = namedTables[by];
  const query = sql<{ id: number; name: string }>`
    SELECT given.id, ${called} AS name
    FROM unnest(${[...new Set(ids)]}::integer[]) AS given (id) LEFT JOIN ${table} AS q ON q.id = given.id`;
  const { rows } = await query.execute(kysely);
  return new Map(
    rows.map((row) => {
      const name = blinded ? pseudonym(row.id) : row.name;
      return [row.id, { name, url: url(row.id, name) }];
    }),
  );
};

/** A reader with their latest activity that the caller may see. */
export interface SeenReader {
  readonly id: number;
  readonly latest: ActivityKey;
}

const refuseEmail = () => {
  const message = 'A reader cannot be looked up by e-mail in Blinded Mode.';
  return badRequest(message, 'invalid_input', [{ path: 'idOrEmail', message }]);
};

/** The condition on the reader of `engagement AS e`; undefined for text that is neither an id nor an e-mail. */
const namedReader = (idOrEmail: string, blinded: boolean): Condition | undefined => {
  if (idOrEmail.includes('@')) {
    if (blinded) throw refuseEmail();
    return sql<SqlBool>`e.reader_id IN (SELECT q.id FROM reader AS q WHERE lower(q.email) = lower(${idOrEmail}))`;
  }
  const id = parseId(idOrEmail);
  return id === undefined ? undefined : sql<SqlBool>`e.reader_id = ${id}::integer`;
};

/** Readers and organizations within what a caller may see. */
export const createSubjects = ({ kysely }: Pick<Database, 'kysely'>) => {
  /** Whether the caller may see an activity of the subject. */
  const isVisible = async (
    { readerIds, organisationIds = [] }: Subject,
    scope: DataScope,
  ): Promise<boolean> => {
    const [id] = readerIds ?? organisationIds;
    if (id === undefined) return false;
    const column = sql.ref(readerIds ? 'e.reader_id' : 'e.organisation_id');
    const query = sql<{ found: boolean }>`SELECT EXISTS (
      SELECT FROM engagement AS e WHERE ${visibleWhere(scope)} AND ${column} = ${id}::integer) AS found`;
    return (await query.execute(kysely)).rows[0]?.found ?? false;
  };

  return {
    isVisible,

    /** @throws AppError 404 unless the caller may see an activity of the subject */
    async require(subject: Subject, scope: DataScope): Promise<void> {
      if (!(await isVisible(subject, scope))) throw subject.readerIds ? noSuchReader() : noSuchOrganisation();
    },

    /**
     * The reader with this id or e-mail. Of several with one e-mail, the one with most activities that the caller may
     * see.
     * @throws AppError 404 unless the caller may see an activity of the reader, 400 for an e-mail in Blinded Mode
     */
    async reader(idOrEmail: string, { scope, blinded }: Viewer): Promise<SeenReader> {
      const where = namedReader(idOrEmail, blinded);
      if (!where) throw noSuchReader();
      const query = sql<{ id: number; client: number; activity: number }>`
        SELECT id, latest[1][1] AS client, latest[1][2] AS activity FROM (
          SELECT e.reader_id AS id, count(*) AS n, array_agg(ARRAY[e.client_id, e.id]
            ORDER BY e.occurred_at DESC, e.client_id DESC, e.id DESC) AS latest
          FROM engagement AS e WHERE ${visibleWhere(scope)} AND ${where} GROUP BY 1) AS named
        ORDER BY n DESC, id LIMIT 1`;
      const [row] = (await query.execute(kysely)).rows;
      if (!row) throw noSuchReader();
      return { id: row.id, latest: { clientId: row.client, id: row.activity } };
    },
  };
};
