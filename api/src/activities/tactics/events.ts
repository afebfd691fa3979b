// Events and their registrants, as the figures and the lists behind them select them. Days are UTC.
import { decileDays, deciles, liftDays } from '@readerlens/contract';
import type { LiftGroup, RegistrantSet } from '@readerlens/contract';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../filter-sql.ts';
import { midnight } from '../pipeline/deals.ts';
import { ofSelectedClients, undatedWhere } from '../selection.ts';
import { keySql, isSeenReader, selectSeenReaders } from './people.ts';
import type { TacticQuestion } from './people.ts';

const eventKey = keySql(sql`r.client_id`, sql`r.event`);

/**
 * The events that start in the period, as `event`, and their registrants as `registrant`. Rows of one event can differ in its
 * day and title: the first day and the last title count.
 */
export const withRegistrants = (question: TacticQuestion, key: string | undefined): RawBuilder<unknown> => {
  const { range } = question.selection;
  return sql`
    WITH event AS MATERIALIZED (
      SELECT r.client_id, r.event, ${eventKey} AS key, min(r.id) AS first_id, min(r.starts_on) AS starts_on,
        (array_agg(r.title ORDER BY r.id DESC))[1] AS title
      FROM event_registrant AS r WHERE ${ofSelectedClients(question.selection, 'r')}
      GROUP BY r.client_id, r.event
      HAVING min(r.starts_on) BETWEEN ${range.from}::date AND ${range.to}::date
        ${key === undefined ? sql`` : sql`AND ${eventKey} = ${key}`}),
    given AS MATERIALIZED (
      SELECT r.id, r.client_id, r.email, r.reader_id, r.registered_on, r.attended, r.sessions,
        event.key, event.first_id, event.title, event.starts_on
      FROM event_registrant AS r JOIN event ON event.client_id = r.client_id AND event.event = r.event),
    seen AS MATERIALIZED (${selectSeenReaders(question, sql`given`)}),
    registrant AS MATERIALIZED (
      SELECT given.*, seen.reader_id AS seen_id, seen.organisation_id
      FROM given LEFT JOIN seen ON ${isSeenReader('given')})`;
};

const sessionKey = (session: RawBuilder<unknown>): RawBuilder<string> => keySql(sql`registrant.key`, session);

/** The attendees of each session, once each. */
export const attendedSessions = sql`
  SELECT registrant.id, registrant.key AS event_key, registrant.first_id, registrant.title, session.name,
    ${sessionKey(sql`session.name`)} AS key
  FROM registrant CROSS JOIN LATERAL (SELECT DISTINCT name FROM unnest(registrant.sessions) AS each (name)) AS session
  WHERE registrant.attended`;

const setWhere: Readonly<Record<RegistrantSet, RawBuilder<SqlBool>>> = {
  registrants: sql<SqlBool>`true`,
  attendees: sql<SqlBool>`attended`,
  noShows: sql<SqlBool>`NOT attended`,
};

export const listedRegistrants = (
  set: RegistrantSet,
  session: string | undefined,
): RawBuilder<StoredRegistrant> => sql`
  SELECT registrant.id, email, seen_id AS "readerId", registrant.key, first_id AS "firstId", title,
    starts_on AS "startsOn", registered_on AS "registeredOn", attended,
    CASE WHEN attended THEN cardinality(ARRAY(SELECT DISTINCT unnest(sessions))) ELSE 0 END AS sessions,
    row_number() OVER (ORDER BY starts_on DESC, attended DESC, registrant.id) AS place
  FROM registrant WHERE ${joinWithAnd([
    setWhere[set],
    ...(session === undefined
      ? []
      : [
          sql<SqlBool>`registrant.id IN (SELECT id FROM (${attendedSessions}) AS found WHERE found.key = ${session})`,
        ]),
  ])}`;

export interface StoredRegistrant extends StoredEvent {
  readonly id: number;
  readonly email: string;
  readonly readerId: number | null;
  readonly registeredOn: string | null;
  readonly attended: boolean;
  readonly sessions: number;
}
export interface StoredEvent {
  readonly key: string;
  readonly firstId: number;
  readonly title: string;
  readonly startsOn: string;
}

/**
 * The groups of the lift, once for each organization and event. An organization has the decile of its engagements in the days
 * before, among all that had any; equal numbers have the same decile. Only events whose days after are over: else the
 * number of days would differ.
 */
export const withLift = (question: TacticQuestion, key: string | undefined): RawBuilder<unknown> => {
  const { today } = question.selection;
  const startOfDay = (days: number) => midnight(sql`(whole.starts_on + ${days}::integer)`);
  return sql`${withRegistrants(question, key)},
    whole AS MATERIALIZED (
      SELECT client_id, key, first_id, title, starts_on FROM event
      WHERE starts_on + ${liftDays}::integer < ${today}::date),
    history AS MATERIALIZED (
      SELECT whole.key, e.organisation_id,
        count(*) FILTER (WHERE e.occurred_at < ${startOfDay(0)}) AS earlier,
        count(*) FILTER (WHERE e.occurred_at >= ${startOfDay(-liftDays)} AND e.occurred_at < ${startOfDay(0)}) AS before,
        count(*) FILTER (WHERE e.occurred_at >= ${startOfDay(1)}) AS after
      FROM whole JOIN engagement AS e ON e.client_id = whole.client_id
        AND e.occurred_at >= ${startOfDay(-decileDays)} AND e.occurred_at < ${startOfDay(liftDays + 1)}
      WHERE ${undatedWhere(question.selection)} AND e.organisation_id IS NOT NULL
      GROUP BY 1, 2),
    ranked AS MATERIALIZED (
      SELECT history.*, (rank() OVER (PARTITION BY key ORDER BY earlier) - 1) * ${deciles}::integer
        / count(*) OVER (PARTITION BY key) AS decile
      FROM history WHERE earlier > 0),
    registered AS MATERIALIZED (
      SELECT registrant.key, registrant.organisation_id, bool_or(registrant.attended) AS attended
      FROM registrant JOIN whole ON whole.key = registrant.key
      WHERE registrant.organisation_id IS NOT NULL GROUP BY 1, 2),
    attending AS MATERIALIZED (
      SELECT ranked.* FROM ranked JOIN registered USING (key, organisation_id) WHERE registered.attended),
    compared AS MATERIALIZED (
      SELECT 'attending' AS lift_group, key, organisation_id, decile, before, after FROM attending
      UNION ALL
      SELECT 'controls', key, organisation_id, decile, before, after FROM ranked
      WHERE (key, decile) IN (SELECT key, decile FROM attending)
        AND (key, organisation_id) NOT IN (SELECT key, organisation_id FROM registered)
      UNION ALL
      SELECT 'leftOut', registered.key, registered.organisation_id, NULL, coalesce(history.before, 0),
        coalesce(history.after, 0)
      FROM registered LEFT JOIN history USING (key, organisation_id)
      WHERE registered.attended
        AND (registered.key, registered.organisation_id) NOT IN (SELECT key, organisation_id FROM ranked))`;
};

export interface StoredLiftGroup {
  readonly group: LiftGroup;
  readonly organizations: number;
  readonly cases: number;
  readonly before: number;
  readonly after: number;
}
