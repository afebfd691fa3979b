import type { CallData, CallInput, Calls } from '@readerlens/contract';
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Viewer } from '../../people/session.ts';
import { joinWithAnd } from '../filter-sql.ts';
import { namePeople, readPage } from './people.ts';
import type { PageWanted, StoredPerson, TacticQuestion } from './people.ts';
import { groupWhere, registrationDaySql, withRows } from './webinar-rows.ts';

type Person = CallData<Calls['POST /api/marketing-performance/webinars/people']>[number];
type PeopleBody = CallInput<Calls['POST /api/marketing-performance/webinars/people']>['body'];
type PeopleWanted = PageWanted & Pick<PeopleBody, 'day' | 'group' | 'webinar'>;

interface StoredRegistration
  extends StoredPerson, Omit<Person, 'email' | 'id' | 'name' | 'organization' | 'path' | 'webinar'> {
  readonly key: string;
  readonly title: string;
  readonly number: number;
  readonly heldOn: string;
}

/** What a webinar is called. Titles can name a client. */
export const nameWebinar = (
  { title, number }: { readonly title: string; readonly number: number },
  { blinded }: Pick<Viewer, 'blinded'>,
): string => (blinded ? `Webinar ${number}` : title);

const wantedWhere = ({ group = 'registrants', webinar, day }: PeopleWanted) =>
  joinWithAnd([
    groupWhere[group],
    ...(webinar === undefined ? [] : [sql<SqlBool>`r.key = ${webinar}`]),
    ...(day === undefined ? [] : [sql<SqlBool>`${registrationDaySql} = ${day}`]),
  ]);

/** A page of registrations as the viewer sees them, latest webinar first. */
export const readPeople = async (question: TacticQuestion, wanted: PeopleWanted) => {
  const query = sql<StoredRegistration>`
    SELECT r.id, r.email, r.reader_id AS "readerId", r.key, r.title, r.number, r.held_on AS "heldOn",
      r.registered_on AS "registeredOn", r.attended, r.live_minutes AS "liveMinutes", r.on_demand_minutes AS "onDemandMinutes",
      r.questions, r.polls, r.surveys, r.resources, r.score,
      row_number() OVER (ORDER BY r.held_on DESC, r.key, r.score DESC NULLS LAST, r.id) AS place
    FROM row AS r WHERE ${wantedWhere(wanted)}`;
  const { rows, ...page } = await readPage(question, withRows(question), query, wanted);
  const people = await namePeople(question, rows);
  const data = rows.flatMap((row): Person[] => {
    const person = people.get(row.id);
    if (!person) return [];
    const { key, heldOn, score } = row;
    return [
      {
        ...person,
        webinar: { key, title: nameWebinar(row, question.session), heldOn },
        registeredOn: row.registeredOn,
        attended: row.attended,
        liveMinutes: row.liveMinutes,
        onDemandMinutes: row.onDemandMinutes,
        questions: row.questions,
        polls: row.polls,
        surveys: row.surveys,
        resources: row.resources,
        score: score === null ? null : Math.round(score * 100) / 100,
      },
    ];
  });
  return { data, ...page };
};
