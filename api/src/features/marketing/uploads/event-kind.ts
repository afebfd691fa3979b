import * as parse from '../../../platform/text-values.ts';
import {
  parseDay,
  parseEmail,
  parseLine,
  parseOptional,
  parseRequired,
  parseYesOrNo,
} from './parse-columns.ts';
import { checkDays, registrantColumns, titleNames } from './registrant-columns.ts';
import { RowProblem, defineColumn } from './upload-kind.ts';
import type { RowContext, UploadColumn, UploadKindRules } from './upload-kind.ts';

interface EventRow {
  readonly external_id: string;
  readonly event: string;
  readonly title: string;
  readonly starts_on: string;
  readonly email: string;
  readonly registered_on: string | null;
  readonly attended: boolean;
  readonly sessions: readonly string[];
}

type Key = keyof typeof registrantColumns | 'event' | 'sessions' | 'starts' | 'title';

const eventColumns: Readonly<Record<Key, UploadColumn>> = {
  event: defineColumn('Event Id', 'id event_key', 'Id of the event in the other system', {
    isRequired: true,
  }),
  title: defineColumn('Title', `event event_title event_name ${titleNames}`, 'What the event is called', {
    isRequired: true,
  }),
  starts: defineColumn(
    'Starts On',
    'date event_date start_date start_time starts',
    'Day on which the event begins',
    { isRequired: true },
  ),
  ...registrantColumns,
  sessions: defineColumn(
    'Sessions',
    'sessions_attended session',
    'Names of the sessions that the person attended, with a semicolon between them',
  ),
};

const maxSessions = 100;

/** Each once, in the order of the file. */
const parseSessions = (text: string): string[] => {
  const names = text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > maxSessions) throw new parse.BadValue(`has more than ${maxSessions} sessions`);
  return [...new Set(names.map(parseLine(200)))];
};

const checkRow = (row: EventRow, context: RowContext): EventRow => {
  const { starts, attended, sessions } = eventColumns;
  checkDays(row, { column: starts, day: row.starts_on }, context);
  if (!row.attended && row.sessions.length > 0)
    throw new RowProblem(
      sessions.label,
      row.sessions.join('; '),
      `There are sessions, but ${attended.label} is No.`,
    );
  return row;
};

const buildId = (event: string, email: string) => `${event} ${email.toLowerCase()}`;

export const eventKind: UploadKindRules<Key, EventRow> = {
  columns: eventColumns,
  idColumn: 'email',
  idWords: 'event and person',
  readId: ({ external_id }) => external_id,
  findId: ({ event, email }) =>
    event === undefined || email === undefined ? undefined : buildId(event, email),
  parse(texts, context) {
    const columns = eventColumns;
    const event = parseRequired(columns.event, texts.event, parse.id) as string;
    const email = parseRequired(columns.email, texts.email, parseEmail);
    return checkRow(
      {
        external_id: buildId(event, email),
        event,
        title: parseRequired(columns.title, texts.title, parseLine(300)),
        starts_on: parseRequired(columns.starts, texts.starts, parseDay(context)),
        email,
        registered_on: parseOptional(columns.registered, texts.registered, parseDay(context)),
        attended: parseRequired(columns.attended, texts.attended, parseYesOrNo),
        sessions: parseOptional(columns.sessions, texts.sessions, parseSessions) ?? [],
      },
      context,
    );
  },
};
