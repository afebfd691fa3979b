import type { Annotation, AuditAction, CallInput, Calls } from '@readerlens/contract';
import { isStaff } from '@readerlens/contract';
import {
  noteDateMessage,
  noteOrganizationMessage,
  noteTextMessage,
} from '@readerlens/contract/annotations/messages';
import { canonicalParagraphs } from '@readerlens/contract/text';
import { maxAnnotations } from '@readerlens/contract/annotations';
import { parseDay } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { seesOrganisation } from '../../activities/selection.ts';
import { nameOfPersonSql } from '../../people/person-name.ts';
import type { DataScope } from '../../people/policy.ts';
import type { Session } from '../../people/session.ts';
import { findNamedClient } from '../../people/named-client.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { conflict, forbidden, invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { findActorId } from '../../people/session.ts';

type NewAnnotation = CallInput<Calls['POST /api/annotations']>['body'];
type AnnotationChange = CallInput<Calls['PATCH /api/annotations/{id}']>['body'];

const noSuchNote = () => noSuchThing('note');

const checkedDay = (text: string): string => {
  const day = parseDay(text);
  if (day !== text) throw invalidInput('date', noteDateMessage);
  return day;
};

const checkedText = (given: string): string => {
  const text = canonicalParagraphs(given);
  if (text !== '') return text;
  throw invalidInput('text', noteTextMessage);
};

const sees = ({ clientIds }: DataScope, clientId: number): boolean =>
  clientIds === 'all' || clientIds.includes(clientId);

interface Row {
  readonly id: number;
  readonly client_id: number;
  readonly organisation_id: number | null;
  readonly day: string;
  readonly text: string;
  readonly author_id: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly author: string | null;
}

interface NotesOfPage {
  readonly clientIds: readonly number[] | 'all';
  readonly range: ResolvedRange;
  readonly orgId?: string | undefined;
}

const mayChange = (row: Pick<Row, 'author_id'>, session: Session): boolean =>
  isStaff(session.role) || row.author_id === findActorId(session);

/** Both author and text may name somebody. */
const shown = (row: Row, session: Session): Annotation => ({
  id: String(row.id),
  clientId: String(row.client_id),
  organizationId: row.organisation_id === null ? null : String(row.organisation_id),
  date: row.day,
  text: session.blinded ? null : row.text,
  author: session.blinded ? null : row.author,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  mayChange: mayChange(row, session),
});

/** Notes on dates of clients, for everyone who sees the client; those of an organization for who sees that as well. */
export const createAnnotations = ({ db, audit }: Pick<Services, 'db' | 'audit'>) => {
  const { kysely } = db;
  const rows = (scope: DataScope) =>
    kysely
      .selectFrom('annotation as a')
      .where(
        sql<boolean>`(a.organisation_id IS NULL OR ${seesOrganisation(scope, sql.ref('a.client_id'), sql.ref('a.organisation_id'))})`,
      )
      .select([
        'a.id',
        'a.client_id',
        'a.organisation_id',
        'a.day',
        'a.text',
        'a.author_id',
        'a.created_at',
        'a.updated_at',
        nameOfPersonSql('a.author_id').as('author'),
      ]);

  /** @throws AppError 404 for a note that does not exist, or on a client or an organization that the caller does not see */
  const find = async (id: string, { scope }: Session): Promise<Row> => {
    const row = await rows(scope)
      .where('a.id', '=', parseId(id) ?? 0)
      .executeTakeFirst();
    if (!row || !sees(scope, row.client_id)) throw noSuchNote();
    return row;
  };

  const findOwn = async (id: string, session: Session): Promise<Row> => {
    const row = await find(id, session);
    if (!mayChange(row, session)) throw forbidden('Only its author and staff may change this note.');
    return row;
  };

  /** Simultaneous requests may exceed the number by a few. */
  const checkNumber = async (clientId: number): Promise<void> => {
    const { count } = await kysely
      .selectFrom('annotation')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow();
    if (count >= maxAnnotations)
      throw conflict(
        `There can be ${maxAnnotations} notes on a client. Delete one that is no longer needed.`,
      );
  };

  const record = (
    action: AuditAction,
    { id, client_id }: Pick<Row, 'id' | 'client_id'>,
    session: Session,
  ) => ({
    action,
    ...auditedIdentities(session),
    detail: { note: id, client: client_id },
  });

  /** @throws AppError 400 for an organization of which the caller sees no activity of the client */
  const readOrganisation = async (
    orgId: string | undefined,
    clientId: number,
    { scope }: Session,
  ): Promise<number | null> => {
    if (orgId === undefined) return null;
    const id = parseId(orgId) ?? 0;
    const { rows: found } = await sql<{ sees: boolean }>`
      SELECT ${seesOrganisation(scope, sql`${clientId}::integer`, sql`${id}::integer`)} AS sees`.execute(
      kysely,
    );
    if (!found[0]?.sees) throw invalidInput('orgId', noteOrganizationMessage);
    return id;
  };

  return {
    /** The notes on these clients and days, oldest day first; those of an organization only if it is given. */
    async list(
      { clientIds, range: { from, to }, orgId }: NotesOfPage,
      session: Session,
    ): Promise<Annotation[]> {
      const organisationId = parseId(orgId ?? '') ?? 0;
      const found = await rows(session.scope)
        .where((is) =>
          is.or([is('a.organisation_id', 'is', null), is('a.organisation_id', '=', organisationId)]),
        )
        .$if(clientIds !== 'all', (query) =>
          query.where('a.client_id', 'in', clientIds === 'all' || clientIds.length === 0 ? [0] : clientIds),
        )
        .where('a.day', '>=', from)
        .where('a.day', '<=', to)
        .orderBy('a.day')
        .orderBy('a.id')
        .execute();
      return found.map((row) => shown(row, session));
    },

    async add({ clientId, orgId, date, text }: NewAnnotation, session: Session): Promise<Annotation> {
      const values = { day: checkedDay(date), text: checkedText(text), author_id: findActorId(session) };
      const client_id = await findNamedClient(db, clientId, session);
      const organisation_id = await readOrganisation(orgId, client_id, session);
      await checkNumber(client_id);
      const id = await db.transaction(async (trx) => {
        const added = await trx
          .insertInto('annotation')
          .values({ client_id, organisation_id, ...values })
          .returning('id')
          .executeTakeFirstOrThrow();
        await audit.record(record('annotation.add', { ...added, client_id }, session), trx);
        return added.id;
      });
      return shown(await find(String(id), session), session);
    },

    async change(id: string, { date, text }: AnnotationChange, session: Session): Promise<Annotation> {
      const row = await findOwn(id, session);
      const values = {
        ...(date === undefined ? {} : { day: checkedDay(date) }),
        ...(text === undefined ? {} : { text: checkedText(text) }),
      };
      await kysely.transaction().execute(async (trx) => {
        await trx
          .updateTable('annotation')
          .set({ ...values, updated_at: new Date() })
          .where('id', '=', row.id)
          .execute();
        await audit.record(record('annotation.change', row, session), trx);
      });
      return shown(await find(id, session), session);
    },

    async remove(id: string, session: Session): Promise<void> {
      const row = await findOwn(id, session);
      await kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('annotation').where('id', '=', row.id).execute();
        await audit.record(record('annotation.delete', row, session), trx);
      });
    },
  };
};
