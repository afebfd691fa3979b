import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { visibleRoles } from '@readerlens/contract';
import type { AlertListRow, CallInput, Calls } from '@readerlens/contract';
import { fold, sqlLikePattern } from '@readerlens/filters/model';
import type { Session } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import { managesAll, mayManage } from './alert-access.ts';
import { createAlertMasks, listRowOf } from './alert-view.ts';
import { alerts, recipientsOf } from './alert.store.ts';
import type { AlertRow } from './alert.store.ts';
import { disabledReasonsOf } from './disabled-reasons.ts';
import { findUndelivered } from './undelivered-mails.ts';

export type AlertSearch = CallInput<Calls['POST /api/notifications/search']>['body'];

const typeOrder = sql`CASE alert.type WHEN 'ChangeInActivitiesNotification' THEN 1
  WHEN 'SpecificActivityNotification' THEN 2 ELSE 3 END`;
/** Active, inactive, incomplete. */
const scheduleOrder = sql`CASE WHEN alert.schedule_active THEN 1 WHEN alert.is_complete THEN 2 ELSE 3 END`;

const sortColumns = {
  name: sql`fold_text(alert.name)`,
  type: typeOrder,
  createdBy: sql`fold_text((SELECT first_name || ' ' || last_name FROM app_user WHERE id = alert.created_by))`,
  updatedOn: sql`alert.updated_at`,
  lastRunOn: sql`coalesce(alert.last_run_at, '-infinity')`,
  schedule: scheduleOrder,
} as const satisfies Record<NonNullable<AlertSearch['sortBy']>, unknown>;

/** As `readableAlert` decides. */
const visibleTo = (session: Session) => {
  const { id } = session.user;
  const managed = managesAll(session) ? visibleRoles(session.user) : [];
  return sql<SqlBool>`(alert.owner_id = ${id} OR EXISTS (SELECT FROM alert_recipient AS r
      WHERE r.alert_id = alert.id AND r.user_id = ${id})
    OR EXISTS (SELECT FROM app_user AS owner
      WHERE owner.id = alert.owner_id AND owner.role = ANY(${managed}::text[])))`;
};

const matching = (text: string) => {
  const pattern = sqlLikePattern('Contains', text);
  return sql<SqlBool>`(fold_text(alert.name) LIKE ${pattern} OR fold_text(alert.description) LIKE ${pattern})`;
};

interface Found {
  readonly rows: AlertRow[];
  readonly total: number;
}

/** The alerts that a person owns or receives, and at level Admin those of the accounts that they may see. */
export const listAlerts = (services: Services) => {
  const { kysely } = services.db;

  const sorted = (search: AlertSearch, session: Session) =>
    alerts(kysely)
      .where(visibleTo(session))
      .orderBy(sortColumns[search.sortBy ?? 'updatedOn'], search.sortDir ?? 'desc')
      .orderBy('alert.id');

  const find = async (search: AlertSearch, text: string, session: Session): Promise<Found> => {
    const { page = 1, pageSize = 50 } = search;
    const where = text === '' ? sql<SqlBool>`true` : matching(text);
    const [rows, { total }] = await Promise.all([
      sorted(search, session)
        .where(where)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      alerts(kysely)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(visibleTo(session))
        .where(where)
        .executeTakeFirstOrThrow(),
    ]);
    return { rows, total };
  };

  /** Searches the texts that the caller sees: a match on a hidden client name would reveal it. */
  const findMasked = async (search: AlertSearch, text: string, session: Session): Promise<Found> => {
    const { page = 1, pageSize = 50 } = search;
    const masks = await createAlertMasks(services, session);
    const all = await sorted(search, session).execute();
    const rows = all.filter((alert) => {
      const mask = masks(alert);
      return [alert.name, alert.description].some((each) => fold(mask(each)).includes(fold(text)));
    });
    return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
  };

  return async (search: AlertSearch, session: Session) => {
    const { page = 1, pageSize = 50, query = '' } = search;
    const text = query.trim();
    const { rows, total } =
      session.blinded && text !== ''
        ? await findMasked(search, text, session)
        : await find(search, text, session);
    const ids = rows.map(({ id }) => id);
    const [masks, reasons, recipients, undelivered] = await Promise.all([
      createAlertMasks(services, session),
      disabledReasonsOf(services, rows),
      recipientsOf(kysely, ids),
      findUndelivered(
        kysely,
        rows.filter((alert) => mayManage(alert, session)).map(({ id }) => id),
      ),
    ]);
    const items: AlertListRow[] = rows.map((alert, index) => {
      const own = recipients.filter(({ alertId }) => alertId === alert.id);
      const known = { alert, recipients: own, reasons: reasons[index] ?? 0 };
      return {
        ...listRowOf(known, session, masks(alert)),
        undeliveredTo: undelivered.get(alert.id) ?? [],
      };
    });
    return { items, total, page, pageSize };
  };
};
