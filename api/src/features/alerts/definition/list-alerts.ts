import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import { visibleRoles } from '@readerlens/contract';
import { alertTypeLabels, alertTypes } from '@readerlens/contract/alerts';
import type { AlertListRow, CallInput, Calls } from '@readerlens/contract';
import { canonicalQuery } from '@readerlens/contract/text';
import { shownAddress, writtenNumberSql } from '../../../people/blinding/written-texts.ts';
import { nameOfPersonSql } from '../../../people/person-name.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { parseId } from '../../../platform/http/ids.ts';
import type { Schema } from '../../../platform/db/index.ts';
import { readPage } from '../../../sendings/run-list.ts';
import { managesAll, mayManage } from './alert-access.ts';
import { buildListRow, rulesInWords } from './alert-view.ts';
import { alerts, matchingTexts, readRecipients } from './alert.store.ts';
import { findDisabledReasons } from './disabled-reasons.ts';

export type AlertSearch = CallInput<Calls['POST /api/notifications/search']>['body'];

/** Sorts by the labels. */
const typeOrder = sql`array_position(${alertTypes.toSorted((a, b) => (alertTypeLabels[a] < alertTypeLabels[b] ? -1 : 1))}::text[], alert.type)`;
/** Sorts active alerts before inactive and incomplete ones. */
const scheduleOrder = sql`CASE WHEN alert.schedule_active THEN 1 WHEN alert.is_complete THEN 2 ELSE 3 END`;

const sortColumns = {
  name: sql`fold_text(alert.name)`,
  type: typeOrder,
  createdBy: sql`fold_text(${nameOfPersonSql('alert.created_by')})`,
  updatedOn: sql`alert.updated_at`,
  lastRunOn: sql`coalesce(alert.last_run_at, '-infinity')`,
  schedule: scheduleOrder,
} as const satisfies Record<NonNullable<AlertSearch['sortBy']>, unknown>;

/** As `readableAlert` decides. */
export const visibleTo = (session: Session) => {
  const { id } = session.user;
  const managed = managesAll(session) ? visibleRoles(session.user) : [];
  return sql<SqlBool>`(alert.owner_id = ${id} OR EXISTS (SELECT FROM alert_recipient AS r
      WHERE r.alert_id = alert.id AND r.user_id = ${id})
    OR EXISTS (SELECT FROM app_user AS owner
      WHERE owner.id = alert.owner_id AND owner.role = ANY(${managed}::text[])))`;
};

const isAbout = ({ subject }: AlertSearch) => {
  if (!subject) return sql<SqlBool>`true`;
  const column = subject.kind === 'Reader' ? 'subject_reader_id' : 'subject_organisation_id';
  return sql<SqlBool>`${sql.ref(`alert.${column}`)} = ${parseId(subject.id) ?? 0}`;
};

/** The order of hidden names would reveal something about them. */
const chooseSorting = ({ sortBy = 'updatedOn' }: AlertSearch, { blinded }: Session) =>
  blinded && sortBy === 'name' ? writtenNumberSql('alert.id') : sortColumns[sortBy];

/**
 * The addresses that the mails of the last run with mails did not reach, by alert; without alerts that reached all.
 * They are not sent again: the recipient finds the run on the Notification Dashboard.
 */
const findUndelivered = async (
  kysely: Kysely<Schema>,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  if (alertIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; recipients: string[] }>`
    SELECT alert.id, array_agg(delivery.recipient ORDER BY delivery.recipient) AS recipients
    FROM unnest(${alertIds}::uuid[]) AS alert (id)
    CROSS JOIN LATERAL (
      SELECT run.id FROM alert_run AS run
      WHERE run.alert_id = alert.id AND EXISTS (SELECT FROM delivery WHERE delivery.run_id = run.id AND channel = 'mail')
      ORDER BY run.slot DESC LIMIT 1) AS last
    JOIN delivery ON delivery.run_id = last.id AND delivery.state = 'failed' AND delivery.channel = 'mail'
    GROUP BY alert.id`.execute(kysely);
  return new Map(rows.map(({ id, recipients }) => [id, recipients]));
};

/** Selects the alerts that a person owns or receives, and at level Admin those of the accounts that they may see. */
export const listAlerts = (services: Services) => {
  const { kysely } = services.db;

  const sorted = (search: AlertSearch, session: Session) =>
    alerts(kysely)
      .where(visibleTo(session))
      .orderBy(chooseSorting(search, session), search.sortDir ?? 'desc')
      .orderBy('alert.id');

  return async (search: AlertSearch, session: Session) => {
    const text = canonicalQuery(search.query ?? '');
    const matching =
      text === ''
        ? sql<SqlBool>`true`
        : matchingTexts(text, session, { alertId: 'alert.id', texts: 'alert' });
    const where = sql<SqlBool>`(${matching} AND ${isAbout(search)})`;
    const { rows, paged } = await readPage(
      sorted(search, session).where(where),
      alerts(kysely).where(visibleTo(session)).where(where),
      search,
    );
    const ids = rows.map(({ id }) => id);
    const [reasons, recipients, rules, undelivered] = await Promise.all([
      findDisabledReasons(services, rows),
      readRecipients(kysely, ids),
      rulesInWords(services, rows, session),
      findUndelivered(
        kysely,
        rows.filter((alert) => mayManage(alert, session)).map(({ id }) => id),
      ),
    ]);
    const items: AlertListRow[] = rows.map((alert, index) => {
      const own = recipients.filter(({ alertId }) => alertId === alert.id);
      const known = { alert, recipients: own, reasons: reasons[index] ?? 0 };
      return {
        ...buildListRow(known, session),
        rule: rules[index] ?? '',
        undeliveredTo: (undelivered.get(alert.id) ?? []).map((address) => shownAddress(address, session)),
      };
    });
    return { items, ...paged };
  };
};
