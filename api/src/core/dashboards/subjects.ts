import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { badRequest, notFound } from '../../platform/http/errors.ts';
import { idOf } from '../../platform/http/ids.ts';
import type { ActivityKey } from '../activities/activity-key.ts';
import type { Condition } from '../activities/filter-sql.ts';
import { visibleWhere } from '../activities/selection.ts';
import type { DataScope } from '../people/policy.ts';
import type { Viewer } from '../people/session.ts';

/** A reader or an organization that a dashboard is about, as the caller named it. */
export type Subject = { readonly readerId: string } | { readonly orgId: string };

/** Whether it does not exist, belongs to others, or did nothing yet makes no difference to the caller. */
export const noSuchReader = () => notFound('There is no such reader.');
export const noSuchOrganisation = () => notFound('There is no such organization.');

const textOf = (subject: Subject): string => ('readerId' in subject ? subject.readerId : subject.orgId);
const missing = (subject: Subject) => ('readerId' in subject ? noSuchReader() : noSuchOrganisation());

const isSubject = (subject: Subject, id: number): Condition =>
  'readerId' in subject
    ? sql<SqlBool>`e.reader_id = ${id}::integer`
    : sql<SqlBool>`e.organisation_id = ${id}::integer`;

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
  const id = idOf(idOrEmail);
  return id === undefined ? undefined : sql<SqlBool>`e.reader_id = ${id}::integer`;
};

/** Readers and organizations within what a caller may see. */
export const createSubjects = ({ kysely }: Pick<Database, 'kysely'>) => {
  const isVisible = async (subject: Subject, scope: DataScope): Promise<boolean> => {
    const id = idOf(textOf(subject));
    if (id === undefined) return false;
    const query = sql<{ found: boolean }>`SELECT EXISTS (
      SELECT FROM engagement AS e WHERE ${visibleWhere(scope)} AND ${isSubject(subject, id)}) AS found`;
    return (await query.execute(kysely)).rows[0]?.found ?? false;
  };

  return {
    /** @throws AppError 404 unless the caller may see an activity of the subject */
    async require(subject: Subject, scope: DataScope): Promise<void> {
      if (!(await isVisible(subject, scope))) throw missing(subject);
    },

    /**
     * The figures of a subject. Figures that are not empty prove that the caller may see it, which saves the scan of
     * all activities.
     * @throws AppError 404 unless the caller may see an activity of the subject, in the filters or not
     */
    async figures<T>(
      subject: Subject,
      scope: DataScope,
      { read, isEmpty }: { read: () => Promise<T>; isEmpty: (figures: T) => boolean },
    ): Promise<T> {
      const found = await read();
      if (isEmpty(found)) await this.require(subject, scope);
      return found;
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
export type Subjects = ReturnType<typeof createSubjects>;
