import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import type { AlertRule, AlertRun, CallInput, Calls } from '@readerlens/contract';
import { canonicalQuery } from '@readerlens/contract/text';
import { shownTexts, writtenNumberSql } from '../../../people/blinding/written-texts.ts';
import { nameOfPersonSql } from '../../../people/person-name.ts';
import type { Session } from '../../../people/session.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { Services } from '../../../people/services.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { createShownCounts, readClientNames, readPage } from '../../../sendings/run-list.ts';
import { isEditable, mayManage } from '../definition/alert-access.ts';
import type { KnownAlert } from '../definition/alert-access.ts';
import { findAlerts, matchingTexts } from '../definition/alert.store.ts';
import { runInWords } from '../rules/alert-types.ts';
import { findDisabledReasons, disabledText } from '../definition/disabled-reasons.ts';
import { runFileName } from '../run/run-file.ts';

export type RunSearch = CallInput<Calls['POST /api/notification-dashboard']>['body'];

/** A run that a person received, with the clients that the person may still see. */
export type ReceivedRun = Selectable<Schema['alert_run']> & {
  readonly view: number;
  readonly is_read: boolean;
  readonly exceeds_threshold: boolean;
  readonly message_id: string | null;
  readonly created_by_name: string;
  readonly created_at: Date;
  readonly shown_clients: number[];
  readonly shown_matches: number;
};

const shownCounts = createShownCounts('r.client_ids', 'r.client_matches', 'r.total_matched');
const isUnread = sql<SqlBool>`NOT r.is_read AND r.total_matched > 0`;

/** Selects the runs that a person received, as `alert_run AS run` and `alert_run_recipient AS r`. */
const received = ({ db }: Pick<Services, 'db'>, session: Session) =>
  db.kysely
    .selectFrom('alert_run as run')
    .innerJoin('alert_run_recipient as r', 'r.run_id', 'run.id')
    .innerJoin('alert', 'alert.id', 'run.alert_id')
    .where('r.user_id', '=', session.user.id)
    .where(shownCounts.isVisible(session));

const withColumns = (query: ReturnType<typeof received>, session: Session) =>
  query
    .selectAll('run')
    .select([
      'r.view',
      'r.is_read',
      'r.exceeds_threshold',
      'r.message_id',
      'alert.created_at',
      sql<string>`coalesce(${nameOfPersonSql('alert.created_by')}, '')`.as('created_by_name'),
      shownCounts.clients(session).as('shown_clients'),
      shownCounts.total(session).as('shown_matches'),
    ]);

export const countUnread = async (services: Pick<Services, 'db'>, session: Session): Promise<number> => {
  const { count } = await received(services, session)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUnread)
    .executeTakeFirstOrThrow();
  return count;
};

/** Undefined if the person did not receive the run, or may see nothing of it any more. */
export const findReceived = (
  services: Pick<Services, 'db'>,
  id: string,
  session: Session,
): Promise<ReceivedRun | undefined> =>
  withColumns(received(services, session), session)
    .where(sql<SqlBool>`run.id::text = ${id.toLowerCase()}`)
    .executeTakeFirst();

const sortColumns = {
  runOn: sql`run.run_at`,
  notificationName: sql`fold_text(run.name)`,
  totalMatched: sql`shown_matches`,
  type: sql`run.type`,
} as const satisfies Record<NonNullable<RunSearch['sortBy']>, unknown>;

/** Reads what the runs of a list have in common with their alerts as they are now. */
const presentAlerts = async (
  services: Services,
  ids: readonly string[],
): Promise<Map<string, KnownAlert>> => {
  const rows = await findAlerts(services.db.kysely, ids);
  const reasons = await findDisabledReasons(services, rows);
  return new Map(
    rows.map((alert, index) => [alert.id, { alert, recipients: [], reasons: reasons[index] ?? 0 }]),
  );
};

/** Runs as their recipient sees them. Those of deleted alerts stay, but cannot be edited. */
export const createRunViews =
  (services: Services) =>
  async (runs: readonly ReceivedRun[], session: Session): Promise<AlertRun[]> => {
    const [present, clientNames] = await Promise.all([
      presentAlerts(services, [...new Set(runs.map(({ alert_id }) => alert_id))]),
      readClientNames(services.db, runs, session),
    ]);
    return runs.map((run) => {
      const texts = shownTexts('Alert', run.alert_id, run, session);
      const known = present.get(run.alert_id);
      const hasFile = run.shown_matches > 0;
      return {
        id: run.id,
        notificationId: run.alert_id,
        sasUrl: hasFile ? `/api/notification-dashboard/${run.id}/file` : null,
        reportFileName: hasFile ? runFileName(texts.name, run.slot) : null,
        notificationName: texts.name,
        description: texts.description,
        companies: clientNames(run),
        runOn: run.run_at.toISOString(),
        isRead: run.is_read || run.total_matched === 0,
        disabled: (known?.reasons ?? 0) !== 0,
        disabledReason: known ? disabledText(known, session) : null,
        editable: known !== undefined && mayManage(known.alert, session) && isEditable(known, session),
        notificationCreatedBy: run.created_by_name,
        totalMatched: run.shown_matches,
        type: run.type,
        why: runInWords(run.rule as AlertRule, run.shown_matches),
      };
    });
  };

/** Answers the calls of the Notification Dashboard. Every person only reaches what they received. */
export const createNotificationDashboard = (services: Services) => {
  const viewsOf = createRunViews(services);
  const { kysely } = services.db;

  const found = (search: RunSearch, session: Session) => {
    const { quiet = false, unread = false, notificationId } = search;
    return received(services, session)
      .$if(!quiet, (query) => query.where('r.total_matched', '>', 0))
      .$if(unread, (query) => query.where(isUnread))
      .$if(notificationId !== undefined, (query) =>
        query.where(sql<SqlBool>`run.alert_id::text = ${notificationId?.toLowerCase()}`),
      );
  };
  const sorted = (
    query: ReturnType<typeof found>,
    { sortBy = 'runOn', sortDir = 'desc' }: RunSearch,
    session: Session,
  ) =>
    withColumns(query, session)
      .orderBy(
        // The order of hidden names would reveal something about them.
        session.blinded && sortBy === 'notificationName'
          ? writtenNumberSql('run.alert_id')
          : sortColumns[sortBy],
        sortDir,
      )
      .orderBy('run.run_at', 'desc')
      .orderBy('run.id');

  return {
    async list(search: RunSearch, session: Session) {
      const text = canonicalQuery(search.query ?? '');
      const where = () => matchingTexts(text, session, { alertId: 'run.alert_id', texts: 'run' });
      const query = found(search, session).$if(text !== '', (all) => all.where(where()));
      const [{ rows, paged }, unread] = await Promise.all([
        readPage(sorted(query, search, session), query, search),
        countUnread(services, session),
      ]);
      return { items: await viewsOf(rows, session), ...paged, unread };
    },

    /** @throws AppError 403 if somebody acts as the person: looking has no effect on whom one looks at */
    async mark(ids: readonly string[], isRead: boolean, session: Session): Promise<number> {
      if (session.impersonator)
        throw forbidden('While you act as somebody else, nothing is marked as read or unread.');
      await kysely
        .updateTable('alert_run_recipient')
        .set({ is_read: isRead })
        .where('user_id', '=', session.user.id)
        .where(sql<SqlBool>`run_id::text = ANY(${ids.map((id) => id.toLowerCase())}::text[])`)
        .execute();
      return countUnread(services, session);
    },
  };
};
