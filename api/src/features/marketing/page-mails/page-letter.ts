import { pageMailsParameter } from '@readerlens/contract/marketing-pages';
import type { ShownTable } from '@readerlens/contract/marketing-figures';
import { formatSubject, letterBody, writeAttached } from '../../../platform/mail/letter.ts';
import type { MailRow } from '../../../platform/mail/letter.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import type { PageContent } from './page-content.ts';

export interface PageLetter {
  readonly title: string;
  /** The dates that the page is about: 'Oct 14 – 27, 2026'. */
  readonly dates: string;
  /** The filters in words, one line each. */
  readonly about: readonly string[];
  readonly content: PageContent;
  /** The name of the attached file; missing if the page is empty. */
  readonly attached?: string;
  /** The page as it is sent, with its filters. */
  readonly link: string;
  readonly supportEmail: string;
}

/** The address of the page with the list of mails open. */
export const addMailsParameter = (address: string): string => {
  const { name, value } = pageMailsParameter;
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
};

/** Each row of a table as a row of the mail: the first cell, and the others with what they are called. */
const listTableRows = ({ columns, rows }: ShownTable): MailRow[] =>
  rows.map(([title = '', ...cells]) => ({
    title,
    detail: cells
      .flatMap((cell, at) => (['', '–'].includes(cell) ? [] : [`${columns[at + 1]}: ${cell}`]))
      .join(' · '),
  }));

const listRows = ({ figures, table }: PageContent): MailRow[] => [
  ...figures.map(({ label, value, note }) => ({ title: `${label}: ${value}`, detail: note })),
  ...(table ? listTableRows(table) : []),
];

/** Composes the mail of a page, with its tiles, or with its table if it has none. */
export const composePageMail = (letter: PageLetter): Pick<MailContent, 'html' | 'subject' | 'text'> => {
  const { title, dates, about, content, attached, link, supportEmail } = letter;
  const { empty, change } = content;
  return {
    subject: formatSubject(`${title}: ${dates}`),
    ...letterBody({
      heading: title,
      paragraphs: [
        ...(empty === undefined ? [] : [`${empty}.`]),
        ...(change === undefined ? [] : [change]),
        ...(attached === undefined ? [] : [writeAttached(attached)]),
      ],
      card: { title: dates, lines: about },
      rows: listRows(content),
      button: 'Open the page',
      link,
      footer: ['You get this email because you scheduled it on this page.'],
      support: supportEmail,
      unsubscribe: { text: 'Change or end your scheduled emails', link: addMailsParameter(link) },
    }),
  };
};
