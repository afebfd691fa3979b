// Issues of newsletters and their recipients, as the figures and the lists behind them select them.
import { latencyHours } from '@readerlens/contract';
import type { LatencyWindow, RecipientSet } from '@readerlens/contract';
import { toInstants } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { joinWithAnd } from '../filter-sql.ts';
import { ofSelectedClients } from '../selection.ts';
import { isSeenReader, keySql, selectSeenReaders } from './people.ts';
import type { TacticQuestion } from './people.ts';

const issueKey = keySql(sql`n.client_id`, sql`n.issue`);

/** A row says whether the person clicked; a link or a time says that they did. Null where the row says nothing. */
const clickedSql = sql`coalesce(n.clicked > 0, CASE WHEN n.link IS NOT NULL OR n.clicked_at IS NOT NULL THEN true END)`;

const noReaders = sql`SELECT client_id, reader_id, NULL::integer AS organisation_id FROM given WHERE false`;

/**
 * The issues that were sent in the period as `issue`, with their totals, and each recipient of an issue once as `recipient`.
 * `is_rated` issues say who got them and who clicked; `is_opened` ones who opened and who clicked. Who clicked got the issue.
 * Who clicked in several of these issues is repeated, whichever of them is chosen. Figures that name neither readers nor
 * organizations do not look for them.
 */
export const withRecipients = (
  question: TacticQuestion,
  { hasReaders = true }: { readonly hasReaders?: boolean } = {},
): RawBuilder<unknown> => {
  const { from, before } = toInstants(question.selection.range);
  return sql`
    WITH issue AS MATERIALIZED (
      SELECT n.client_id, n.issue, ${issueKey} AS key, min(n.id) AS first_id, min(n.sent_at) AS sent_at,
        (array_agg(n.title ORDER BY n.id DESC))[1] AS title,
        max(n.delivered) FILTER (WHERE n.email IS NULL) AS total_delivered,
        max(n.opened) FILTER (WHERE n.email IS NULL) AS total_opened,
        max(n.clicked) FILTER (WHERE n.email IS NULL) AS total_clicked
      FROM newsletter_recipient AS n WHERE ${ofSelectedClients(question.selection, 'n')}
      GROUP BY n.client_id, n.issue
      HAVING min(n.sent_at) >= ${from}::timestamptz AND min(n.sent_at) < ${before}::timestamptz),
    given AS MATERIALIZED (
      SELECT n.client_id, issue.key, issue.first_id, issue.title, issue.sent_at, lower(n.email) AS email, min(n.id) AS id,
        max(n.reader_id) AS reader_id, max(n.delivered) AS delivered, max(n.opened) AS opened,
        coalesce(bool_or(${clickedSql}), false) AS clicked, bool_or(${clickedSql}) IS NOT NULL AS knows_clicks,
        min(n.clicked_at) FILTER (WHERE ${clickedSql}) AS clicked_at,
        array_agg(DISTINCT n.link) FILTER (WHERE n.link IS NOT NULL AND ${clickedSql}) AS links
      FROM newsletter_recipient AS n JOIN issue ON issue.client_id = n.client_id AND issue.issue = n.issue
      WHERE n.email IS NOT NULL
      GROUP BY n.client_id, issue.key, issue.first_id, issue.title, issue.sent_at, lower(n.email)),
    seen AS MATERIALIZED (${hasReaders ? selectSeenReaders(question, sql`given`) : noReaders}),
    known AS MATERIALIZED (
      SELECT key, bool_or(delivered IS NOT NULL) AS knows_delivered, bool_or(opened IS NOT NULL) AS knows_opens,
        bool_or(knows_clicks) AS knows_clicks
      FROM given GROUP BY 1),
    person AS MATERIALIZED (
      SELECT *, count(*) FILTER (WHERE clicked) OVER (PARTITION BY client_id, email) AS clicked_issues FROM given),
    recipient AS MATERIALIZED (
      SELECT given.id, given.client_id, given.key, given.first_id, given.title, given.sent_at, given.email, given.opened,
        given.clicked, given.clicked_at, given.links, seen.reader_id AS seen_id, seen.organisation_id,
        known.knows_delivered AND (coalesce(given.delivered, 0) > 0 OR given.clicked) AS is_delivered,
        known.knows_delivered AND known.knows_clicks AS is_rated,
        known.knows_opens AND known.knows_clicks AND coalesce(given.opened, 0) > 0 AS is_opener,
        given.clicked_issues > 1 AND given.clicked AS is_repeated,
        CASE WHEN given.clicked_issues > 1 OR given.clicked THEN given.clicked_issues ELSE 0 END AS issues
      FROM person AS given JOIN known ON known.key = given.key LEFT JOIN seen ON ${isSeenReader('given')})`;
};

const setWhere: Readonly<Record<RecipientSet, RawBuilder<SqlBool>>> = {
  delivered: sql<SqlBool>`is_delivered`,
  rated: sql<SqlBool>`is_delivered AND is_rated`,
  clickers: sql<SqlBool>`clicked`,
  openers: sql<SqlBool>`is_opener`,
  repeat: sql<SqlBool>`is_repeated`,
};

export const ofIssue = (key: string | undefined): RawBuilder<SqlBool> =>
  key === undefined ? sql<SqlBool>`true` : sql<SqlBool>`recipient.key = ${key}`;

const hoursSql = sql<number>`floor(extract(epoch FROM recipient.clicked_at - recipient.sent_at) / 3600)`;

const lastHours = latencyHours.at(-1)!;
/** The window of the first click of a clicker. */
export const windowSql: RawBuilder<LatencyWindow> = sql`CASE
  WHEN recipient.clicked_at IS NULL THEN 'unknown'
  WHEN recipient.clicked_at < recipient.sent_at THEN 'before'
  ${sql.join(
    latencyHours
      .slice(0, -1)
      .map((hours, at) => sql`WHEN ${hoursSql} < ${latencyHours[at + 1]}::integer THEN ${String(hours)}`),
    sql` `,
  )}
  ELSE ${String(lastHours)} END`;

export const linkKey = (link: RawBuilder<unknown>): RawBuilder<string> => keySql(link);

export interface StoredIssue {
  readonly key: string;
  readonly firstId: number;
  readonly title: string;
  readonly sentAt: Date;
}

export interface StoredRecipient extends StoredIssue {
  readonly id: number;
  readonly email: string;
  readonly readerId: number | null;
  readonly opened: number | null;
  readonly clicked: boolean;
  readonly links: number;
  readonly hours: number | null;
  readonly issues: number;
}

export interface RecipientsWanted {
  readonly issue: string | undefined;
  readonly set: RecipientSet;
  readonly link: string | undefined;
  readonly window: LatencyWindow | undefined;
}

/** Who clicked in several issues is listed once, with the latest of them, unless one issue is chosen. */
export const isOncePerPerson = ({ set, issue }: Pick<RecipientsWanted, 'issue' | 'set'>): boolean =>
  set === 'repeat' && issue === undefined;

export const listedRecipients = (wanted: RecipientsWanted): RawBuilder<StoredRecipient> => {
  const { issue, set, link, window } = wanted;
  const conditions = joinWithAnd([
    setWhere[set],
    ofIssue(issue),
    ...(link === undefined
      ? []
      : [
          sql<SqlBool>`recipient.clicked AND EXISTS (
            SELECT FROM unnest(recipient.links) AS each (link) WHERE ${linkKey(sql`each.link`)} = ${link})`,
        ]),
    ...(window === undefined ? [] : [sql<SqlBool>`recipient.clicked AND ${windowSql} = ${window}`]),
  ]);
  const chosen = sql`SELECT recipient.*, row_number() OVER (
    PARTITION BY ${isOncePerPerson(wanted) ? sql`client_id, email` : sql`recipient.id`} ORDER BY sent_at DESC, recipient.id) AS turn
    FROM recipient WHERE ${conditions}`;
  return sql`
    SELECT recipient.id, email, seen_id AS "readerId", recipient.key, first_id AS "firstId", title, sent_at AS "sentAt",
      opened, clicked, coalesce(cardinality(links), 0) AS links, ${hoursSql}::integer AS hours, issues,
      row_number() OVER (ORDER BY sent_at DESC, clicked DESC, clicked_at, recipient.id) AS place
    FROM (${chosen}) AS recipient WHERE turn = 1`;
};
