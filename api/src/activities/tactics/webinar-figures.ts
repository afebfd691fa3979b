import type { CallData, Calls, MarketingCall } from '@readerlens/contract';
import { registrationDays } from '@readerlens/contract/marketing-webinars';
import { sql } from 'kysely';
import { csvMediaType, sheetColumn, writeCsv } from '../../platform/spreadsheet/index.ts';
import type { Row } from '../../platform/spreadsheet/index.ts';
import { readRow, readRows } from '../figures/figure.ts';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { findExecuting } from '../packed/kept-statements.ts';
import { readPage } from './people.ts';
import type { PageWanted, TacticQuestion } from './people.ts';
import { countsSql, inputsSql, toCounts, toInputs } from './webinar-counts.ts';
import type { StoredCounts, StoredInputs } from './webinar-counts.ts';
import { nameWebinar, readPeople } from './webinar-people.ts';
import { ofClients, registrationDaySql, withRows } from './webinar-rows.ts';

type Summary = CallData<Calls['POST /api/marketing-performance/webinars']>;

const countUploaded = async (question: TacticQuestion): Promise<number> => {
  const { count } = await readRow(
    question.kysely,
    sql<{
      count: number;
    }>`SELECT count(*) AS count FROM webinar_registrant AS w WHERE ${ofClients(question)}`,
  );
  return count;
};

const readSummary = async (question: TacticQuestion): Promise<Summary> => {
  const [row, uploaded] = await Promise.all([
    readRow(
      question.kysely,
      sql<StoredCounts & StoredInputs & { webinars: number }>`
        ${withRows(question)}
        SELECT count(DISTINCT r.key) AS webinars, ${countsSql}, ${inputsSql} FROM row AS r`,
    ),
    countUploaded(question),
  ]);
  return { uploaded, webinars: row.webinars, ...toCounts(row), inputs: toInputs(row) };
};

const readRegistrations = async (question: TacticQuestion) => {
  const rows = await readRows(
    question.kysely,
    sql<{ day: string; registrants: number }>`
      ${withRows(question)} SELECT ${registrationDaySql} AS day, count(*) AS registrants FROM row AS r GROUP BY 1`,
  );
  return registrationDays.map((day) => ({
    day,
    registrants: rows.find((row) => row.day === day)?.registrants ?? 0,
  }));
};

interface StoredWebinar extends StoredCounts {
  readonly key: string;
  readonly number: number;
  readonly title: string;
  readonly heldOn: string;
}

const readWebinars = async (question: TacticQuestion, wanted: PageWanted) => {
  const query = sql<StoredWebinar>`
    SELECT r.key, min(r.number) AS number, (array_agg(r.title ORDER BY r.id DESC))[1] AS title,
      max(r.held_on) AS "heldOn", ${countsSql}, row_number() OVER (ORDER BY max(r.held_on) DESC, r.key) AS place
    FROM row AS r GROUP BY r.key`;
  const { rows, ...page } = await readPage(question, withRows(question), query, wanted);
  const data = rows.map((row) => ({
    key: row.key,
    title: nameWebinar(row, question.session),
    heldOn: row.heldOn,
    ...toCounts(row),
  }));
  return { data, ...page };
};

const fileColumns = [
  sheetColumn('Webinar', 40),
  sheetColumn('Date', 12),
  sheetColumn('Name', 24),
  sheetColumn('Email', 30),
  sheetColumn('Registered On', 12),
];
const filePage = 500;

/** Who registered and did not attend, in pages that are read while the file is written. Kept, they would take the place of figures. */
async function* readNoShows(
  { kysely, ...asked }: TacticQuestion,
  webinar: string | undefined,
): AsyncGenerator<Row[]> {
  const question = { ...asked, kysely: findExecuting(kysely) };
  for (let page = 1, total = 1; (page - 1) * filePage < total; page += 1) {
    const wanted = { group: 'noShows', page, size: filePage } as const;
    const people = await readPeople(question, webinar === undefined ? wanted : { ...wanted, webinar });
    total = people.total;
    yield people.data.map((person) => [
      person.webinar.title,
      person.webinar.heldOn,
      person.name === person.email ? null : person.name,
      person.email,
      person.registeredOn,
    ]);
  }
}

/** Figures of those who registered for webinars. */
export const webinarFigures = {
  'POST /api/marketing-performance/webinars': {
    read: async (question) => ({ data: await readSummary(question) }),
  },
  'POST /api/marketing-performance/webinars/registrations': {
    read: async (question) => ({ data: await readRegistrations(question) }),
  },
  'POST /api/marketing-performance/webinars/list': {
    read: (question) => readWebinars(question, question.body),
  },
  'POST /api/marketing-performance/webinars/people': {
    read: (question) => readPeople(question, question.body),
  },
  'POST /api/marketing-performance/webinars/no-shows': {
    read: async (question) => ({
      name: 'No-shows.csv',
      mediaType: csvMediaType,
      content: writeCsv({ columns: fileColumns, rows: readNoShows(question, question.body.webinar) }),
    }),
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
