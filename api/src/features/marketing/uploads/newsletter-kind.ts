import { createHash } from 'node:crypto';
import * as parse from '../../../platform/text-values.ts';
import {
  checkPast,
  parseCount,
  parseEmail,
  parseLine,
  parseMoment,
  parseOptional,
  parseRequired,
  parseYesOrNo,
} from './parse-columns.ts';
import { titleNames } from './registrant-columns.ts';
import { RowProblem, defineColumn } from './upload-kind.ts';
import type { RowContext, UploadColumn, UploadKindRules } from './upload-kind.ts';

interface NewsletterRow {
  readonly external_id: string;
  readonly issue: string;
  readonly title: string;
  readonly sent_at: string;
  readonly email: string | null;
  readonly delivered: number | null;
  readonly opened: number | null;
  readonly clicked: number | null;
  readonly link: string | null;
  readonly clicked_at: string | null;
}

type Key = 'clicked' | 'clickedAt' | 'delivered' | 'email' | 'issue' | 'link' | 'opened' | 'sent' | 'title';

const newsletterColumns: Readonly<Record<Key, UploadColumn>> = {
  issue: defineColumn(
    'Issue Id',
    'id issue campaign_id newsletter_id',
    'Id of the issue in the other system',
    {
      isRequired: true,
    },
  ),
  title: defineColumn(
    'Title',
    `issue_title campaign campaign_name ${titleNames}`,
    'What the issue is called',
    {
      isRequired: true,
    },
  ),
  sent: defineColumn('Sent At', 'sent sent_on send_date send_time', 'Day, or day and time in UTC', {
    isRequired: true,
  }),
  email: defineColumn(
    'Email',
    'e_mail email_address recipient recipient_email',
    'Address of the recipient; empty in a row with the totals of its issue',
  ),
  delivered: defineColumn(
    'Delivered',
    'deliveries delivery',
    'Yes or No of a recipient; of totals, the number of recipients',
  ),
  opened: defineColumn(
    'Opened',
    'opens open',
    'Yes or No of a recipient; of totals, the number of recipients',
  ),
  clicked: defineColumn(
    'Clicked',
    'clicks click',
    'Yes or No of a recipient; of totals, the number of recipients',
  ),
  link: defineColumn(
    'Link',
    'url clicked_link clicked_url',
    'Address that the recipient clicked; a recipient of several links has a row for each',
  ),
  clickedAt: defineColumn(
    'Clicked At',
    'click_time clicked_on',
    'Day and time of the first click on the link, in UTC',
  ),
};

const longestLinkOfId = 500;

/** An index cannot hold the longest links. */
const shortenLink = (link: string): string => {
  const { href } = new URL(link);
  if (href.length <= longestLinkOfId) return href;
  return `${href.slice(0, longestLinkOfId)}#${createHash('sha256').update(href).digest('hex').slice(0, 16)}`;
};

/** Neither an address nor a link has a space, so ids of different rows differ. */
const buildId = (issue: string, email: string | undefined, link: string | undefined): string =>
  [issue, email?.toLowerCase() ?? '(totals)', ...(link === undefined ? [] : [shortenLink(link)])].join(' ');

const parseLink = (text: string): string => parse.webAddress(text) as string;
const findLink = (text: string | undefined): string | undefined => {
  try {
    return text === undefined ? undefined : parseLink(text);
  } catch {
    return undefined;
  }
};

/** Systems write either whether a recipient did something, or how often. */
const parseRecipient = (text: string): number =>
  Number(/^\d{1,9}$/.test(text) ? Number(text) > 0 : parseYesOrNo(text));

const checkRow = (row: NewsletterRow, context: RowContext): NewsletterRow => {
  const { sent, link, clickedAt, clicked } = newsletterColumns;
  checkPast(sent, row.sent_at, context);
  checkPast(clickedAt, row.clicked_at, context);
  if (row.email === null && row.link !== null)
    throw new RowProblem(
      link.label,
      row.link,
      'A row without an address has the totals of its issue, which have no link.',
    );
  if (row.link !== null && row.clicked === 0)
    throw new RowProblem(link.label, row.link, `There is a link, but ${clicked.label} is No.`);
  if (row.clicked_at !== null && row.clicked_at < row.sent_at)
    throw new RowProblem(clickedAt.label, row.clicked_at, 'The click is before the issue was sent.');
  return row;
};

export const newsletterKind: UploadKindRules<Key, NewsletterRow> = {
  columns: newsletterColumns,
  idColumn: 'issue',
  idWords: 'issue, recipient and link',
  readId: ({ external_id }) => external_id,
  findId: ({ issue, email, link }) =>
    issue === undefined ? undefined : buildId(issue, email, findLink(link)),
  parse(texts, context) {
    const columns = newsletterColumns;
    const issue = parseRequired(columns.issue, texts.issue, parse.id) as string;
    const email = parseOptional(columns.email, texts.email, parseEmail);
    const link = parseOptional(columns.link, texts.link, parseLink);
    const parsePeople = email === null ? parseCount : parseRecipient;
    const people = (key: 'clicked' | 'delivered' | 'opened') =>
      parseOptional(columns[key], texts[key], parsePeople);
    return checkRow(
      {
        external_id: buildId(issue, email ?? undefined, link ?? undefined),
        issue,
        title: parseRequired(columns.title, texts.title, parseLine(300)),
        sent_at: parseRequired(columns.sent, texts.sent, parseMoment(context)),
        email,
        delivered: people('delivered'),
        opened: people('opened'),
        // Who clicked a link has clicked, also if the file does not say so.
        clicked: people('clicked') ?? (link === null ? null : 1),
        link,
        clicked_at: parseOptional(columns.clickedAt, texts.clickedAt, parseMoment(context)),
      },
      context,
    );
  },
};
