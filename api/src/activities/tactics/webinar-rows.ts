// Registrations of webinars, as the figures count them. A webinar belongs to its client; of the filters only those on clients and
// dates apply. Days are UTC.
import { webinarWeights } from '@readerlens/contract/marketing-webinars';
import type { RegistrationDay, WebinarGroup } from '@readerlens/contract/marketing-webinars';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import { ofSelectedClients } from '../selection.ts';
import { keySql } from './people.ts';
import type { TacticQuestion } from './people.ts';

/** The webinars of the clients, which only those see who may read activities of webinars. */
export const ofClients = ({ selection, session }: TacticQuestion): Condition =>
  joinWithAnd([
    sql<SqlBool>`${session.scope.activityTypes.includes('Webinar')}::boolean`,
    ofSelectedClients(selection, 'w'),
  ]);

const atLeastOne = (column: string): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(column)}, 0) > 0`;

/** What an attendee did not do counts nothing; what the webinar did not offer is left out of both sums. */
const scoreSql = (): RawBuilder<unknown> => {
  const parts = (['questions', 'polls', 'surveys', 'resources'] as const).map((input) => ({
    isOffered: sql`o.offers_${sql.raw(input)}`,
    isDone: atLeastOne(`o.${input}`),
    weight: sql.lit(webinarWeights[input]),
  }));
  const minutes = sql.lit(webinarWeights.minutes);
  const weights = [
    sql`CASE WHEN o.share IS NULL THEN 0 ELSE ${minutes} END`,
    ...parts.map(({ isOffered, weight }) => sql`CASE WHEN ${isOffered} THEN ${weight} ELSE 0 END`),
  ];
  const points = [
    sql`coalesce(o.share * ${minutes}, 0)`,
    ...parts.map(({ isDone, weight }) => sql`CASE WHEN ${isDone} THEN ${weight} ELSE 0 END`),
  ];
  return sql`CASE WHEN o.attended
    THEN (${sql.join(points, sql` + `)})::double precision * 10 / nullif(${sql.join(weights, sql` + `)}, 0) END`;
};

/** The statement's `row`: the registrations of webinars held in the period, none after today. */
export const withRows = (question: TacticQuestion): RawBuilder<unknown> => {
  const { range, today } = question.selection;
  const last = range.to < today ? range.to : today;
  return sql`
    WITH offered AS MATERIALIZED (
      SELECT w.*, ${keySql(sql`w.client_id`, sql`w.webinar`)} AS key,
        bool_or(w.questions IS NOT NULL) OVER webinar AS offers_questions,
        bool_or(w.polls IS NOT NULL) OVER webinar AS offers_polls,
        bool_or(w.surveys IS NOT NULL) OVER webinar AS offers_surveys,
        bool_or(w.resources IS NOT NULL) OVER webinar AS offers_resources,
        bool_or(w.on_demand_minutes IS NOT NULL) OVER webinar AS offers_recording,
        min(w.id) OVER webinar AS number,
        CASE WHEN w.live_minutes IS NOT NULL THEN
          CASE WHEN w.live_minutes < w.duration_minutes THEN w.live_minutes ELSE w.duration_minutes END
        END AS measured_minutes,
        w.held_on - w.registered_on AS days_before
      FROM webinar_registrant AS w
      WHERE ${ofClients(question)} AND w.held_on BETWEEN ${range.from}::date AND ${last}::date
      WINDOW webinar AS (PARTITION BY w.client_id, w.webinar)),
    shared AS (SELECT offered.*, measured_minutes::double precision / nullif(duration_minutes, 0) AS share FROM offered),
    row AS MATERIALIZED (SELECT o.*, ${scoreSql()} AS score FROM shared AS o)`;
};

/** Conditions on `row AS r`. Figures and lists use the same, so a number opens as many rows. */
export const groupWhere: Readonly<Record<WebinarGroup, RawBuilder<SqlBool>>> = {
  registrants: sql<SqlBool>`true`,
  attendees: sql<SqlBool>`r.attended`,
  noShows: sql<SqlBool>`NOT r.attended`,
  engageable: sql<SqlBool>`r.attended AND (r.offers_questions OR r.offers_polls OR r.offers_surveys)`,
  engaged: sql<SqlBool>`r.attended AND (${atLeastOne('r.questions')} OR ${atLeastOne('r.polls')} OR ${atLeastOne('r.surveys')})`,
  timed: sql<SqlBool>`r.attended AND r.live_minutes IS NOT NULL`,
  measured: sql<SqlBool>`r.attended AND r.share IS NOT NULL`,
  scored: sql<SqlBool>`r.score IS NOT NULL`,
  recorded: sql<SqlBool>`r.offers_recording`,
  onDemand: sql<SqlBool>`${atLeastOne('r.on_demand_minutes')}`,
  questions: sql<SqlBool>`r.attended AND ${atLeastOne('r.questions')}`,
  polls: sql<SqlBool>`r.attended AND ${atLeastOne('r.polls')}`,
  surveys: sql<SqlBool>`r.attended AND ${atLeastOne('r.surveys')}`,
  resources: sql<SqlBool>`r.attended AND ${atLeastOne('r.resources')}`,
};

/** The key of `registrationDays` of a row. */
export const registrationDaySql: RawBuilder<RegistrationDay> = sql<RegistrationDay>`CASE
  WHEN r.days_before IS NULL THEN 'unknown' WHEN r.days_before < 0 THEN 'after'
  WHEN r.days_before >= 29 THEN '29' WHEN r.days_before >= 22 THEN '22' WHEN r.days_before >= 15 THEN '15'
  WHEN r.days_before >= 8 THEN '8' ELSE r.days_before::text END`;
