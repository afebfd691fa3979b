// The mails of reports.
import type { ActivityReportConfig } from '@readerlens/contract';
import { maxIndividualMails, reportLinkDays } from '@readerlens/contract/activity-reports';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityView } from '../../activities/activity-view.ts';
import { sheetDate, sheetTitle } from '../../outputs/activity-sheet/sheet.ts';
import { letterBody, maxMailRows, formatSubject } from '../../platform/mail/letter.ts';
import type { MailRow } from '../../platform/mail/letter.ts';
import type { MailContent } from '../../platform/mail/mail.ts';
import { activityMailRow, describeReader } from '../../sendings/activity-mail-row.ts';
import type { ReportPeriod } from './report-selection.ts';

export interface LetterContext {
  /** Address of the file; of a page in a preview, which has no file yet. */
  readonly link: string;
  /** Name of the attached file; missing if the mail only links to it. */
  readonly attached?: string;
  /** Name of the person who set the report up. */
  readonly owner: string;
  readonly supportEmail: string;
  readonly includesQuality: boolean;
}

type Letter = Omit<MailContent, 'to'>;

const writeFooter = ({ owner, supportEmail }: LetterContext) => ({
  footer: [
    `The link works for ${reportLinkDays} days.`,
    `You get this email because ${owner} set up an activity report for you.`,
  ],
  support: supportEmail,
});

const attachedText = ({ attached }: LetterContext): string[] =>
  attached === undefined ? [] : [`The file ${attached} is attached.`];

const qualityText = ({ quality }: ActivityView, { includesQuality }: LetterContext): string[] =>
  includesQuality && quality !== null ? [`Quality ${quality}`] : [];

/** The dates that a period covers in a time zone. It ends before its last instant. */
export const periodText = ({ from, to }: ReportPeriod, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  const [first, last] = [format.format(from), format.format(new Date(to.getTime() - 1))];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
};

export const activitiesText = (count: number): string =>
  count === 1 ? '1 activity' : `${count.toLocaleString('en-US')} activities`;

/** The mail about many activities. `newest` are the first ones that it lists. */
export const listLetter = (
  newest: readonly ActivityView[],
  {
    total,
    period,
    timeZone,
  }: { readonly total: number; readonly period: ReportPeriod; readonly timeZone: string },
  context: LetterContext,
): Letter => {
  const shown = newest.slice(0, maxMailRows);
  return {
    subject: formatSubject(`Activity report: ${activitiesText(total)}`),
    ...letterBody({
      heading: 'Activity report',
      paragraphs: [
        `${activitiesText(total)} became available ${periodText(period, timeZone)}.`,
        ...attachedText(context),
      ],
      rows: shown.map((view) => activityMailRow(view, qualityText(view, context))),
      more: total - shown.length,
      button: 'Download the report',
      link: context.link,
      ...writeFooter(context),
    }),
  };
};

const fields = (view: ActivityView, context: LetterContext): MailRow[] => {
  const { jobTitle, company, email, phone, docTitle, stage, specifics } = view;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Reader', [view.fullName, jobTitle].filter(Boolean).join(', ')],
    ['Company', company],
    ['Email', email],
    ['Phone', phone],
    ['Activity type', activityTypeLabel[view.activityType]],
    ['Content', docTitle],
    ['Date', sheetDate(view.date)],
    ["Buyer's journey", stage],
    ['Quality score', context.includesQuality && view.quality !== null ? String(view.quality) : null],
    ['Notes', specifics],
  ];
  return rows.flatMap(([title, detail]) => (detail ? [{ title, detail }] : []));
};

/** The mail about one activity, with its sheet. */
export const individualLetter = (view: ActivityView, context: LetterContext): Letter => ({
  subject: formatSubject(sheetTitle(view)),
  ...letterBody({
    heading: sheetTitle(view),
    paragraphs: [`${describeReader(view)}, ${sheetDate(view.date)}`, ...attachedText(context)],
    rows: fields(view, context),
    button: 'Open the activity sheet',
    link: context.link,
    ...writeFooter(context),
  }),
});

/** Whether every activity of a run gets its own mail. */
export const isOneByOne = (reportType: ActivityReportConfig['reportTypeEnum'], total: number): boolean =>
  reportType === 'Individual' && total <= maxIndividualMails;
