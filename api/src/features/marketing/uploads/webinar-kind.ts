import * as parse from '../../../platform/text-values.ts';
import {
  parseCount,
  parseDay,
  parseEmail,
  parseLine,
  parseMinutes,
  parseOptional,
  parseRequired,
  parseYesOrNo,
} from './parse-columns.ts';
import { checkDays, registrantColumns, titleNames } from './registrant-columns.ts';
import { RowProblem, defineColumn } from './upload-kind.ts';
import type { RowContext, UploadColumn, UploadKindRules } from './upload-kind.ts';

interface WebinarRow {
  readonly external_id: string;
  readonly webinar: string;
  readonly title: string;
  readonly held_on: string;
  readonly duration_minutes: number | null;
  readonly email: string;
  readonly registered_on: string | null;
  readonly attended: boolean;
  readonly live_minutes: number | null;
  readonly on_demand_minutes: number | null;
  readonly questions: number | null;
  readonly polls: number | null;
  readonly surveys: number | null;
  readonly resources: number | null;
}

type Key =
  | keyof typeof registrantColumns
  | 'date'
  | 'duration'
  | 'liveMinutes'
  | 'onDemandMinutes'
  | 'polls'
  | 'questions'
  | 'resources'
  | 'surveys'
  | 'title'
  | 'webinar';

const notOffered = 'a webinar without any value did not offer them';

const webinarColumns: Readonly<Record<Key, UploadColumn>> = {
  webinar: defineColumn(
    'Webinar Id',
    'id webinar_key session_id event_id',
    'Id of the webinar in the other system',
    {
      isRequired: true,
    },
  ),
  title: defineColumn(
    'Title',
    `webinar webinar_title webinar_name ${titleNames}`,
    'What the webinar is called',
    {
      isRequired: true,
    },
  ),
  date: defineColumn(
    'Date',
    'webinar_date held_on start_date start_time starts_on',
    'Day on which the webinar is held',
    { isRequired: true },
  ),
  duration: defineColumn(
    'Duration',
    'duration_minutes duration_(minutes) length',
    'Length in minutes; completion needs it',
  ),
  ...registrantColumns,
  liveMinutes: defineColumn(
    'Live Minutes',
    'minutes minutes_attended time_in_session time_in_session_(minutes)',
    'Minutes that the person was there live',
  ),
  onDemandMinutes: defineColumn(
    'On-Demand Minutes',
    'recording_minutes minutes_on_demand',
    'Minutes of the recording; empty or 0 if the person did not watch it',
  ),
  questions: defineColumn('Questions', 'questions_asked', `Questions that the person asked; ${notOffered}`),
  polls: defineColumn(
    'Polls',
    'polls_answered poll_responses',
    `Polls that the person answered; ${notOffered}`,
  ),
  surveys: defineColumn(
    'Surveys',
    'survey_responses surveys_answered',
    `Surveys that the person answered; ${notOffered}`,
  ),
  resources: defineColumn(
    'Resources',
    'downloads resources_downloaded',
    `Resources that the person opened; ${notOffered}`,
  ),
};

const checkRow = (row: WebinarRow, context: RowContext): WebinarRow => {
  const { date, attended, liveMinutes, duration } = webinarColumns;
  checkDays(row, { column: date, day: row.held_on }, context);
  if (!row.attended && (row.live_minutes ?? 0) > 0)
    throw new RowProblem(
      liveMinutes.label,
      String(row.live_minutes),
      `There are minutes, but ${attended.label} is No.`,
    );
  if (row.duration_minutes === 0)
    throw new RowProblem(duration.label, '0', 'A webinar has at least one minute.');
  return row;
};

const buildId = (webinar: string, email: string) => `${webinar} ${email.toLowerCase()}`;

export const webinarKind: UploadKindRules<Key, WebinarRow> = {
  columns: webinarColumns,
  idColumn: 'email',
  idWords: 'webinar and person',
  readId: ({ external_id }) => external_id,
  findId: ({ webinar, email }) =>
    webinar === undefined || email === undefined ? undefined : buildId(webinar, email),
  parse(texts, context) {
    const columns = webinarColumns;
    const webinar = parseRequired(columns.webinar, texts.webinar, parse.id) as string;
    const email = parseRequired(columns.email, texts.email, parseEmail);
    const count = (key: 'polls' | 'questions' | 'resources' | 'surveys') =>
      parseOptional(columns[key], texts[key], parseCount);
    return checkRow(
      {
        external_id: buildId(webinar, email),
        webinar,
        title: parseRequired(columns.title, texts.title, parseLine(300)),
        held_on: parseRequired(columns.date, texts.date, parseDay(context)),
        duration_minutes: parseOptional(columns.duration, texts.duration, parseMinutes),
        email,
        registered_on: parseOptional(columns.registered, texts.registered, parseDay(context)),
        attended: parseRequired(columns.attended, texts.attended, parseYesOrNo),
        live_minutes: parseOptional(columns.liveMinutes, texts.liveMinutes, parseMinutes),
        on_demand_minutes: parseOptional(columns.onDemandMinutes, texts.onDemandMinutes, parseMinutes),
        questions: count('questions'),
        polls: count('polls'),
        surveys: count('surveys'),
        resources: count('resources'),
      },
      context,
    );
  },
};
