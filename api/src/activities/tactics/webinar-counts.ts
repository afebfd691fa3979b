import type { CallData, Calls } from '@readerlens/contract';
import { webinarInputs } from '@readerlens/contract/marketing-webinars';
import type { WebinarGroup, WebinarInput } from '@readerlens/contract/marketing-webinars';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { groupWhere } from './webinar-rows.ts';

type Summary = CallData<Calls['POST /api/marketing-performance/webinars']>;
export type WebinarCounts = Omit<Summary, 'inputs' | 'uploaded' | 'webinars'>;

const counted = [
  'registrants',
  'attendees',
  'noShows',
  'engageable',
  'engaged',
  'timed',
  'measured',
  'scored',
  'recorded',
  'onDemand',
  ...webinarInputs,
] as const satisfies readonly WebinarGroup[];

type Counted = Readonly<Record<(typeof counted)[number], number>>;

/** The columns of `countsSql`. Sums are null without a row. */
export interface StoredCounts extends Counted {
  readonly minutes: number | null;
  readonly measuredMinutes: number | null;
  readonly possibleMinutes: number | null;
  readonly points: number | null;
  readonly hasEngagement: boolean | null;
  readonly hasMinutes: boolean | null;
  readonly hasDuration: boolean | null;
  readonly hasRecording: boolean | null;
}

/** What the figures count of some of `row AS r`. */
export const countsSql: RawBuilder<unknown> = sql`
  ${sql.join(counted.map((group) => sql`count(*) FILTER (WHERE ${groupWhere[group]}) AS ${sql.ref(group)}`))},
  sum(r.live_minutes) FILTER (WHERE ${groupWhere.timed}) AS minutes,
  sum(r.measured_minutes) FILTER (WHERE ${groupWhere.measured}) AS "measuredMinutes",
  sum(r.duration_minutes) FILTER (WHERE ${groupWhere.measured}) AS "possibleMinutes",
  sum(r.score) AS points,
  bool_or(r.offers_questions OR r.offers_polls OR r.offers_surveys) AS "hasEngagement",
  bool_or(r.live_minutes IS NOT NULL) AS "hasMinutes",
  bool_or(r.share IS NOT NULL) AS "hasDuration",
  bool_or(r.offers_recording) AS "hasRecording"`;

/** The numbers of `input` in a summary. */
export const inputsSql: RawBuilder<unknown> = sql.join(
  webinarInputs.flatMap((input) => [
    sql`bool_or(r.offers_${sql.raw(input)}) AS ${sql.ref(`offers ${input}`)}`,
    sql`count(*) FILTER (WHERE r.attended AND r.offers_${sql.raw(input)}) AS ${sql.ref(`attendees ${input}`)}`,
  ]),
);
export type StoredInputs = Readonly<
  Record<`attendees ${WebinarInput}`, number> & Record<`offers ${WebinarInput}`, boolean | null>
>;

/** A sum of scores, without the last digits of a sum of fractions. */
const roundPoints = (points: number | null): number => Math.round((points ?? 0) * 10_000) / 10_000;

/** A metric is null if no row has its input, whatever it counts. */
export const toCounts = (row: StoredCounts): WebinarCounts => ({
  registrants: row.registrants,
  attendees: row.attendees,
  noShows: row.noShows,
  engagement: row.hasEngagement ? { attendees: row.engageable, engaged: row.engaged } : null,
  minutes: row.hasMinutes ? { attendees: row.timed, minutes: row.minutes ?? 0 } : null,
  completion: row.hasDuration
    ? {
        attendees: row.measured,
        minutes: row.measuredMinutes ?? 0,
        possible: row.possibleMinutes ?? 0,
      }
    : null,
  onDemand: row.hasRecording ? { registrants: row.recorded, watched: row.onDemand } : null,
  score: row.scored > 0 ? { attendees: row.scored, points: roundPoints(row.points) } : null,
});

export const toInputs = (row: StoredCounts & StoredInputs): Summary['inputs'] =>
  webinarInputs.flatMap((input) =>
    row[`offers ${input}`] ? [{ input, attendees: row[`attendees ${input}`], used: row[input] }] : [],
  );
