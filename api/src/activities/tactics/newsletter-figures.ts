import { latencyWindows, shownLinks } from '@readerlens/contract';
import type { CallData, Calls, LatencyWindow, MarketingCall } from '@readerlens/contract';
import type { Cases } from '@readerlens/contract/marketing-rates';
import { sql } from 'kysely';
import { readRow, readRows } from '../figures/figure.ts';
import type { Figures } from '../figures/figure.ts';
import type { MarketingSelection } from '../marketing-selection.ts';
import { ofSelectedClients } from '../selection.ts';
import { organisationNameSql } from '../subject-names.ts';
import {
  isOncePerPerson,
  linkKey,
  listedRecipients,
  ofIssue,
  windowSql,
  withRecipients,
} from './newsletters.ts';
import type { StoredIssue, StoredRecipient } from './newsletters.ts';
import { linkOrganisation, namePeople, readPage } from './people.ts';
import type { TacticQuestion } from './people.ts';

type Summary = CallData<Calls['POST /api/marketing-performance/newsletters']>;
type ListedIssue = CallData<Calls['POST /api/marketing-performance/newsletters/list']>[number];

/** A title can name the client. */
export const describeIssue = ({ key, firstId, title, sentAt }: StoredIssue, { session }: TacticQuestion) => ({
  key,
  title: session.blinded ? `Issue ${firstId}` : title,
  sentAt: sentAt.toISOString(),
});

/** What the rows of an issue say. Counts of recipients are zero where they say nothing. */
interface IssueCounts extends StoredIssue {
  readonly recipients: number;
  readonly knowsDelivered: boolean;
  readonly knowsOpens: boolean;
  readonly knowsClicks: boolean;
  readonly delivered: number;
  readonly clickers: number;
  readonly openers: number;
  readonly openedClickers: number;
  readonly organizations: number;
  readonly repeatClickers: number;
  readonly totalDelivered: number | null;
  readonly totalOpened: number | null;
  readonly totalClicked: number | null;
}

const readIssues = ({ kysely, ...question }: TacticQuestion, key: string | undefined) =>
  readRows(
    kysely,
    sql<IssueCounts>`
      ${withRecipients({ kysely, ...question })}
      SELECT issue.key, issue.first_id AS "firstId", issue.title, issue.sent_at AS "sentAt",
        issue.total_delivered AS "totalDelivered", issue.total_opened AS "totalOpened", issue.total_clicked AS "totalClicked",
        coalesce(known.knows_delivered, false) AS "knowsDelivered", coalesce(known.knows_opens, false) AS "knowsOpens",
        coalesce(known.knows_clicks, false) AS "knowsClicks", count(r.id) AS recipients,
        count(*) FILTER (WHERE r.is_delivered) AS delivered, count(*) FILTER (WHERE r.clicked) AS clickers,
        count(*) FILTER (WHERE r.is_opener) AS openers,
        count(*) FILTER (WHERE r.is_opener AND r.clicked) AS "openedClickers",
        count(DISTINCT r.organisation_id) FILTER (WHERE r.clicked) AS organizations,
        count(*) FILTER (WHERE r.is_repeated) AS "repeatClickers"
      FROM issue LEFT JOIN known ON known.key = issue.key LEFT JOIN recipient AS r ON r.key = issue.key
      ${key === undefined ? sql`` : sql`WHERE issue.key = ${key}`}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY issue.sent_at DESC, issue.first_id DESC`,
  );

/** Totals that contradict each other make no rate. */
const buildCases = (part: number | null, of: number | null): Cases | null =>
  part === null || of === null || part > of ? null : { part, of };

const describeFigures = (counts: IssueCounts) => {
  const { recipients, knowsDelivered, knowsOpens, knowsClicks } = counts;
  if (recipients === 0)
    return {
      delivered: counts.totalDelivered,
      clickers: counts.totalClicked,
      openers: counts.totalOpened,
      clickRate: buildCases(counts.totalClicked, counts.totalDelivered),
      clickToOpen: buildCases(counts.totalClicked, counts.totalOpened),
    };
  const clickers = knowsClicks ? counts.clickers : null;
  const delivered = knowsDelivered ? counts.delivered : null;
  return {
    delivered,
    clickers,
    openers: knowsOpens && knowsClicks ? counts.openers : null,
    clickRate: buildCases(clickers, delivered),
    clickToOpen: knowsOpens && knowsClicks ? { part: counts.openedClickers, of: counts.openers } : null,
  };
};

/** The recipients of an issue may be only those who clicked. Its totals then say how many got it. */
const listIssue = (counts: IssueCounts, question: TacticQuestion): ListedIssue => {
  const figures = describeFigures(counts);
  const hasRecipients = counts.recipients > 0;
  const isDeliveredTotal = figures.delivered === null || !hasRecipients;
  const delivered = figures.delivered ?? counts.totalDelivered;
  return {
    ...describeIssue(counts, question),
    hasRecipients,
    ...figures,
    delivered,
    isDeliveredTotal: isDeliveredTotal && delivered !== null,
    clickRate: figures.clickRate ?? buildCases(figures.clickers, delivered),
    organizations: hasRecipients && figures.clickers !== null ? counts.organizations : null,
    repeatClickers: hasRecipients && figures.clickers !== null ? counts.repeatClickers : null,
  };
};

const addKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
const addCases = (all: readonly (Cases | null)[]): Cases | null => {
  const known = all.filter((cases) => cases !== null);
  const add = (read: (cases: Cases) => number) => known.reduce((sum, cases) => sum + read(cases), 0);
  return known.length === 0 ? null : { part: add(({ part }) => part), of: add(({ of }) => of) };
};
const addFigures = (issues: readonly IssueCounts[]) => {
  const all = issues.map(describeFigures);
  return {
    delivered: addKnown(all.map(({ delivered }) => delivered)),
    clickers: addKnown(all.map(({ clickers }) => clickers)),
    openers: addKnown(all.map(({ openers }) => openers)),
    clickRate: addCases(all.map(({ clickRate }) => clickRate)),
    clickToOpen: addCases(all.map(({ clickToOpen }) => clickToOpen)),
  };
};

const readSummary = async (question: TacticQuestion, key: string | undefined): Promise<Summary> => {
  const [issues, people] = await Promise.all([
    readIssues(question, key),
    readRow(
      question.kysely,
      sql<{ uploaded: number; organizations: number; repeatClickers: number }>`
        ${withRecipients(question)}
        SELECT (SELECT count(*) FROM newsletter_recipient AS n WHERE ${ofSelectedClients(question.selection, 'n')}) AS uploaded,
          count(DISTINCT organisation_id) FILTER (WHERE clicked) AS organizations,
          count(DISTINCT (client_id, email)) FILTER (WHERE is_repeated) AS "repeatClickers"
        FROM recipient WHERE ${ofIssue(key)}`,
    ),
  ]);
  const { uploaded, organizations, repeatClickers } = people;
  const totals = issues.filter(({ recipients }) => recipients === 0);
  return {
    uploaded,
    issues: issues.length,
    totalsOnly: totals.length,
    listed: {
      ...addFigures(issues.filter(({ recipients }) => recipients > 0)),
      organizations,
      repeatClickers,
    },
    totals: addFigures(totals),
  };
};

const readLinks = async (question: TacticQuestion, key: string | undefined) => {
  const rows = await readRows(
    question.kysely,
    sql<CallData<Calls['POST /api/marketing-performance/newsletters/links']>[number]>`
      ${withRecipients(question, { hasReaders: false })}
      SELECT ${linkKey(sql`each.link`)} AS key, each.link, count(*) AS clickers
      FROM recipient CROSS JOIN LATERAL unnest(recipient.links) AS each (link)
      WHERE recipient.clicked AND ${ofIssue(key)}
      GROUP BY each.link ORDER BY clickers DESC, each.link LIMIT ${shownLinks}::integer`,
  );
  return question.session.blinded ? rows.map((row, at) => ({ ...row, link: `Link ${at + 1}` })) : rows;
};

/** All windows, without those of mistakes and of missing times if nobody is in them. */
const readLatency = async (question: TacticQuestion, key: string | undefined) => {
  const rows = await readRows(
    question.kysely,
    sql<{ window: LatencyWindow; clickers: number }>`
      ${withRecipients(question, { hasReaders: false })}
      SELECT ${windowSql} AS window, count(*) AS clickers
      FROM recipient WHERE recipient.clicked AND ${ofIssue(key)} GROUP BY 1`,
  );
  const counts = new Map(rows.map(({ window, clickers }) => [window, clickers]));
  return latencyWindows
    .map((window) => ({ window, clickers: counts.get(window) ?? 0 }))
    .filter(({ window, clickers }) => clickers > 0 || !['before', 'unknown'].includes(window));
};

/** Figures of newsletters and their recipients, from uploads. */
export const newsletterFigures = {
  'POST /api/marketing-performance/newsletters': {
    read: async (question) => ({ data: await readSummary(question, question.body.issue) }),
  },
  'POST /api/marketing-performance/newsletters/list': {
    read: async (question) => ({
      data: (await readIssues(question, undefined)).map((issue) => listIssue(issue, question)),
    }),
  },
  'POST /api/marketing-performance/newsletters/links': {
    read: async (question) => ({ data: await readLinks(question, question.body.issue) }),
  },
  'POST /api/marketing-performance/newsletters/latency': {
    read: async (question) => ({ data: await readLatency(question, question.body.issue) }),
  },
  'POST /api/marketing-performance/newsletters/people': {
    async read(question) {
      const { set = 'clickers', issue, link, window } = question.body;
      const query = listedRecipients({ set, issue, link, window });
      const withs = withRecipients(question);
      const { rows, ...place } = await readPage<StoredRecipient>(question, withs, query, question.body);
      const people = await namePeople(question, rows);
      const isOnce = isOncePerPerson({ set, issue });
      const data = rows.flatMap((row) => {
        const person = people.get(row.id);
        const { clicked, links, hours, issues } = row;
        const opened = row.opened === null ? null : row.opened > 0;
        return person
          ? [
              {
                ...person,
                issue: isOnce ? null : describeIssue(row, question),
                opened,
                clicked,
                links,
                hours,
                issues,
              },
            ]
          : [];
      });
      return { data, ...place };
    },
  },
  'POST /api/marketing-performance/newsletters/organizations': {
    async read(question) {
      interface Row {
        readonly organisationId: number;
        readonly organisation: string;
        readonly clickers: number;
      }
      const { rows, ...place } = await readPage<Row>(
        question,
        withRecipients(question),
        sql`
          SELECT found.id AS "organisationId", ${organisationNameSql('o', sql`found.id`)} AS organisation, found.clickers,
            row_number() OVER (ORDER BY found.clickers DESC, found.id) AS place
          FROM (SELECT organisation_id AS id, count(*) AS clickers FROM recipient
            WHERE clicked AND organisation_id IS NOT NULL AND ${ofIssue(question.body.issue)} GROUP BY 1) AS found
          LEFT JOIN organisation AS o ON o.id = found.id`,
        question.body,
      );
      const data = rows.map((row) => ({ ...linkOrganisation(row, question), clickers: row.clickers }));
      return { data, ...place };
    },
  },
} satisfies Partial<Figures<MarketingCall, MarketingSelection>>;
