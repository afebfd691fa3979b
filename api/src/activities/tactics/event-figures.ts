import type { CallData, Calls, LiftGroup, MarketingCall } from '@readerlens/contract';
import { sql } from 'kysely';
import { readRow, readRows } from '../figures/figure.ts';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { ofSelectedClients } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import { attendedSessions, listedRegistrants, withLift, withRegistrants } from './events.ts';
import type { StoredEvent, StoredLiftGroup, StoredRegistrant } from './events.ts';
import { linkOrganisation, namePeople, readPage } from './people.ts';
import type { TacticQuestion } from './people.ts';

type Summary = CallData<Calls['POST /api/marketing-performance/events']>;
type ListedEvent = CallData<Calls['POST /api/marketing-performance/events/list']>[number];

/** A title can name the client. */
export const describeEvent = (
  { key, firstId, title, startsOn }: StoredEvent,
  { session }: TacticQuestion,
) => ({
  key,
  title: session.blinded ? `Event ${firstId}` : title,
  startsOn,
});

const counts = sql`
  count(registrant.id) AS registrants, count(*) FILTER (WHERE registrant.attended) AS attendees,
  count(DISTINCT registrant.organisation_id) AS organizations`;

const readSummary = (question: TacticQuestion, key: string | undefined) =>
  readRow(
    question.kysely,
    sql<Summary>`
      ${withRegistrants(question, key)}
      SELECT (SELECT count(*) FROM event_registrant AS r WHERE ${ofSelectedClients(question.selection, 'r')}) AS uploaded,
        (SELECT count(*) FROM event) AS events, ${counts}
      FROM registrant`,
  );

const readEvents = async (question: TacticQuestion): Promise<ListedEvent[]> => {
  type Row = Pick<ListedEvent, 'attendees' | 'organizations' | 'registrants'> & StoredEvent;
  const rows = await readRows(
    question.kysely,
    sql<Row>`
      ${withRegistrants(question, undefined)}
      SELECT event.key, event.first_id AS "firstId", event.title, event.starts_on AS "startsOn", ${counts}
      FROM event JOIN registrant ON registrant.key = event.key
      GROUP BY 1, 2, 3, 4 ORDER BY event.starts_on DESC, event.first_id DESC`,
  );
  return rows.map((row) => ({
    ...describeEvent(row, question),
    registrants: row.registrants,
    attendees: row.attendees,
    organizations: row.organizations,
  }));
};

const readSessions = async (question: TacticQuestion, key: string | undefined) => {
  type Row = CallData<Calls['POST /api/marketing-performance/events/sessions']>[number];
  const rows = await readRows(
    question.kysely,
    sql<Row & { firstId: number }>`
      ${withRegistrants(question, key)}
      SELECT found.key, found.name, found.first_id AS "firstId", found.title AS event, count(*) AS attendees
      FROM (${attendedSessions}) AS found GROUP BY 1, 2, 3, 4 ORDER BY attendees DESC, found.name, found.first_id`,
  );
  const { blinded } = question.session;
  return rows.map(({ firstId, ...row }, at) =>
    blinded ? { ...row, name: `Session ${at + 1}`, event: `Event ${firstId}` } : row,
  );
};

const readLift = async (question: TacticQuestion, key: string | undefined) => {
  const withs = withLift(question, key);
  const [groups, events] = await Promise.all([
    readRows(
      question.kysely,
      sql<StoredLiftGroup>`
        ${withs}
        SELECT lift_group AS group, count(DISTINCT organisation_id) AS organizations, count(*) AS cases,
          coalesce(sum(before), 0)::integer AS before, coalesce(sum(after), 0)::integer AS after
        FROM compared GROUP BY 1`,
    ),
    readRow(
      question.kysely,
      sql<{ all: number; whole: number }>`
        ${withs} SELECT (SELECT count(*) FROM event) AS all, (SELECT count(*) FROM whole) AS whole`,
    ),
  ]);
  const find = (wanted: LiftGroup) => {
    const found = groups.find(({ group }) => group === wanted);
    const { organizations = 0, cases = 0, before = 0, after = 0 } = found ?? {};
    return { organizations, cases, before, after };
  };
  return {
    events: events.whole,
    cutEvents: events.all - events.whole,
    attending: find('attending'),
    controls: find('controls'),
    leftOut: find('leftOut').cases,
  };
};

/** Figures of events and their registrants, from uploads. */
export const eventFigures = {
  'POST /api/marketing-performance/events': {
    read: async (question) => ({ data: await readSummary(question, question.body.event) }),
  },
  'POST /api/marketing-performance/events/list': {
    read: async (question) => ({ data: await readEvents(question) }),
  },
  'POST /api/marketing-performance/events/sessions': {
    read: async (question) => ({ data: await readSessions(question, question.body.event) }),
  },
  'POST /api/marketing-performance/events/lift': {
    read: async (question) => ({ data: await readLift(question, question.body.event) }),
  },
  'POST /api/marketing-performance/events/people': {
    async read(question) {
      const { set = 'registrants', session, event } = question.body;
      const query = listedRegistrants(set, session);
      const { rows, ...place } = await readPage<StoredRegistrant>(
        question,
        withRegistrants(question, event),
        query,
        question.body,
      );
      const people = await namePeople(question, rows);
      const data = rows.flatMap((row) => {
        const person = people.get(row.id);
        const { registeredOn, attended, sessions } = row;
        return person
          ? [{ ...person, event: describeEvent(row, question), registeredOn, attended, sessions }]
          : [];
      });
      return { data, ...place };
    },
  },
  'POST /api/marketing-performance/events/organizations': {
    async read(question) {
      interface Row {
        readonly organisationId: number;
        readonly organisation: string;
        readonly registrants: number;
        readonly attendees: number;
      }
      const { rows, ...place } = await readPage<Row>(
        question,
        withRegistrants(question, question.body.event),
        sql`
          SELECT found.id AS "organisationId", ${organisationNameSql('o', sql`found.id`)} AS organisation,
            found.registrants, found.attendees,
            row_number() OVER (ORDER BY found.registrants DESC, found.id) AS place
          FROM (SELECT organisation_id AS id, count(*) AS registrants, count(*) FILTER (WHERE attended) AS attendees
            FROM registrant WHERE organisation_id IS NOT NULL GROUP BY 1) AS found
          LEFT JOIN organisation AS o ON o.id = found.id`,
        question.body,
      );
      const data = rows.map((row) => ({
        ...linkOrganisation(row, question),
        registrants: row.registrants,
        attendees: row.attendees,
      }));
      return { data, ...place };
    },
  },
  'POST /api/marketing-performance/events/lift-rows': {
    async read(question) {
      const { group = 'attending', event } = question.body;
      interface Row extends StoredEvent {
        readonly organisationId: number;
        readonly organisation: string;
        readonly decile: number | null;
        readonly before: number;
        readonly after: number;
      }
      const { rows, ...place } = await readPage<Row>(
        question,
        withLift(question, event),
        sql`
          SELECT c.organisation_id AS "organisationId", ${organisationNameSql('o', sql`c.organisation_id`)} AS organisation,
            c.decile::integer + 1 AS decile, c.before::integer AS before, c.after::integer AS after,
            whole.key, whole.first_id AS "firstId", whole.title, whole.starts_on AS "startsOn",
            row_number() OVER (ORDER BY whole.starts_on DESC, whole.first_id, c.after - c.before DESC, c.organisation_id) AS place
          FROM compared AS c JOIN whole ON whole.key = c.key LEFT JOIN organisation AS o ON o.id = c.organisation_id
          WHERE c.lift_group = ${group}`,
        question.body,
      );
      const data = rows.map((row) => {
        const { decile, before, after } = row;
        return {
          ...linkOrganisation(row, question),
          event: describeEvent(row, question),
          decile,
          before,
          after,
        };
      });
      return { data, ...place };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
