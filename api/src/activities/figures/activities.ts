import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import type { DashboardCall, EngagementRow } from '@readerlens/contract';
import { readerSizes, timelineSize } from '@readerlens/contract/readers';
import { badRequest } from '../../platform/http/errors.ts';
import type { Schema } from '../../platform/db/index.ts';
import { formatActivityId, parseActivityId } from '../activity-key.ts';
import type { ActivityKey } from '../activity-key.ts';
import { buildKeyOrder } from '../activity-order.ts';
import { readEngagementRows } from '../engagement-rows.ts';
import { joinWithAnd } from '../filter-sql.ts';
import type { Condition } from '../filter-sql.ts';
import { readKeys } from '../key-list.ts';
import { selectionWhere } from '../selection.ts';
import type { EngagementSelection } from '../selection.ts';
import type { Viewer } from '../../people/session.ts';
import { hasNoRows, readRows } from './figure.ts';
import type { Figures, Selected } from './figure.ts';
import { buildReaderRequest } from './reader-path.ts';

const newestFirst = buildKeyOrder({ field: 'date', descending: true, blinded: false });

/** The latest activities, newest first, as list rows. */
export const latestActivities = async (
  kysely: Kysely<Schema>,
  where: Condition,
  size: number,
  viewer: Viewer,
): Promise<EngagementRow[]> => {
  const keys = await readKeys(kysely, where, newestFirst, { size, offset: 0 });
  return readEngagementRows(kysely, keys, viewer);
};

/** The place of an activity in a timeline. Times have microseconds, which a Date would lose. */
interface Place {
  readonly micros: string;
  readonly key: ActivityKey;
}

const parsePlace = (text: string): Place => {
  const [, micros = '', id = ''] = /^(-?\d{1,16})_(.+)$/.exec(text) ?? [];
  const key = parseActivityId(id);
  if (key) return { micros, key };
  const message = 'This is not the end of a part of a timeline.';
  throw badRequest(message, 'invalid_input', [{ path: 'after', message }]);
};

const isAfter = ({ micros, key }: Place): Condition => sql<SqlBool>`
  (e.occurred_at, e.client_id, e.id) <
    ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${key.clientId}::integer, ${key.id}::bigint)`;

/**
 * A part of the activities, newest first, after the end of another; `next` is where the next part starts, null after the
 * last activity. Activities that come meanwhile neither repeat nor hide others.
 * @throws AppError 400 for an `after` that is not a `next`
 */
const readTimeline = async (
  { kysely, selection, session }: Selected,
  { size = timelineSize, after }: { readonly size?: number; readonly after?: string },
) => {
  const where = selectionWhere(selection);
  const all = after === undefined ? where : joinWithAnd([where, isAfter(parsePlace(after))]);
  const query = sql<ActivityKey & { micros: number }>`
    SELECT e.client_id AS "clientId", e.id, (extract(epoch FROM e.occurred_at) * 1000000)::bigint AS micros
    FROM engagement AS e WHERE ${all} ORDER BY ${newestFirst.by} LIMIT ${size + 1}::integer`;
  const found = await readRows(kysely, query);
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return {
    data: await readEngagementRows(kysely, shown, session),
    next: last ? `${last.micros}_${formatActivityId(last)}` : null,
  };
};

const readRecent = async ({ kysely, selection, session }: Selected, size: number = readerSizes.recent) => ({
  data: await latestActivities(kysely, selectionWhere(selection), size, session),
});

/** Only customer requests, and none if the filters exclude them. */
const onlyRequests = (selection: EngagementSelection): EngagementSelection => ({
  ...selection,
  activityTypes: selection.activityTypes.filter((type) => type === 'CustomerRequest'),
});

export const activityFigures = {
  'GET /api/reader-dashboard/{companyIds}/recent-gated/{idOrEmail}/{size}': {
    buildRequest: ({ params, query }) => buildReaderRequest(params, { ...query, isGated: true }),
    read: (question) => readRecent(question, question.params.size),
    isEmpty: hasNoRows,
  },
  'GET /api/reader-dashboard/{companyIds}/recent-active/{idOrEmail}/{size}': {
    buildRequest: ({ params, query }) => buildReaderRequest(params, query),
    read: (question) => readRecent(question, question.params.size),
    isEmpty: hasNoRows,
  },
  'POST /api/reader-dashboard/recent-activities': {
    read: (question) => readRecent(question, question.body.size),
    isEmpty: hasNoRows,
  },
  'POST /api/reader-dashboard/recent-customer-requests': {
    read: (question) =>
      readRecent({ ...question, selection: onlyRequests(question.selection) }, question.body.size),
    isEmpty: hasNoRows,
  },
  'POST /api/reader-dashboard/timeline': {
    read: (question) => readTimeline(question, question.body),
    isEmpty: hasNoRows,
  },
  'POST /api/reader-co-dashboard/timeline': {
    read: (question) => readTimeline(question, question.body),
    isEmpty: hasNoRows,
  },
} satisfies Partial<Figures<DashboardCall>>;
