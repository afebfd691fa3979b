// Composes the mails of reports. Those of a run are made before the transaction that stores it, because files take time.
import { countActivities, countText } from '@readerlens/contract/numbers';
import { reportLinkDays, maxIndividualMails, reportTypeNames } from '@readerlens/contract/activity-reports';
import { formatActivityId, parseActivityId } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import {
  checkExpiry,
  createSignedTokens,
  formatExpiry,
  invalidLink,
} from '../../platform/links/signed-token.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { daysAfter } from '../../platform/time.ts';
import type { ActivityReportConfig } from '@readerlens/contract';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ActivityView, ActivityViewer } from '../../activities/activity-view.ts';
import { sheetDate, sheetTitle } from '../../outputs/activity-sheet/sheet.ts';
import { letterBody, maxMailRows, formatSubject, writeAttached } from '../../platform/mail/letter.ts';
import type { MailRow } from '../../platform/mail/letter.ts';
import type { MailContent, MailAttachment } from '../../platform/mail/mail.ts';
import { activityMailRow, describeReader } from '../../sendings/activity-mail-row.ts';
import { readActivitySummary, summarySentences } from '../../sendings/activity-summary.ts';
import type { ActivitySummary } from '../../sendings/activity-summary.ts';
import type { ReportPeriod } from './report-selection.ts';
import type { Kysely } from 'kysely';
import { readActivities } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import { readHelp, pdfMediaType, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import type { Owner } from '../../people/owner.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { xlsxMediaType } from '../../platform/spreadsheet/index.ts';
import { givenWhere } from '../../sendings/run-file.ts';
import { readReportChange } from './report-change.ts';
import type { ReportChange } from './report-change.ts';
import { countFileRows, reportFileName, reportWorkbook, sheetFileName } from './report-file.ts';
import { formatFullName } from '../../people/person-name.ts';
import type { ReportConfigRow } from './report.store.ts';

/** The one file that a link opens: the workbook of a run, or the sheet of one of its activities. */
export interface ReportFileLink {
  readonly runId: string;
  readonly activity?: ActivityKey;
}

/** The links in the mails of reports. Anyone with a link can open its file until it expires. */
export interface ReportLinks {
  sign(link: ReportFileLink, now: Date): string;
  /** Throws 400 `invalid_token` for a token that was changed or has expired. */
  verify(token: string, now: Date): ReportFileLink;
}

export const createReportLinks = ({ deriveLinkKeys }: Pick<Secrets, 'deriveLinkKeys'>): ReportLinks => {
  const tokens = createSignedTokens(deriveLinkKeys('report link'));
  return {
    sign({ runId, activity }, now) {
      const id = activity ? formatActivityId(activity) : '';
      return tokens.sign([runId, id, formatExpiry(daysAfter(now, reportLinkDays))]);
    },
    verify(token, now) {
      const [runId, id = '', seconds] = tokens.read(token) ?? [];
      if (runId === undefined || seconds === undefined) throw invalidLink();
      checkExpiry(seconds, now);
      const activity = parseActivityId(id);
      return activity ? { runId, activity } : { runId };
    },
  };
};

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
  attached === undefined ? [] : [writeAttached(attached)];

const qualityText = ({ quality }: ActivityView, { includesQuality }: LetterContext): string[] =>
  includesQuality && quality !== null ? [`Quality ${quality}`] : [];

/** Finds the dates that a period covers in a time zone. It ends before its last instant. */
export const periodText = ({ from, to }: ReportPeriod, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  const [first, last] = [format.format(from), format.format(new Date(to.getTime() - 1))];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
};

/** The dates that a period covers, as short as they can be told: 'Nov 20 – 27, 2026'. */
const formatPeriod = ({ from, to }: ReportPeriod, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).formatRange(
    from,
    new Date(to.getTime() - 1),
  );

export interface ListedReport {
  readonly total: number;
  readonly period: ReportPeriod;
  readonly timeZone: string;
  readonly summary: ActivitySummary;
  /** Undefined if there is no last report to compare with. */
  readonly change: ReportChange | undefined;
  /** Undefined if the file has a row for each activity. */
  readonly fileRows: number | undefined;
}

/** Begins as before it told client and period, because people sort their mails by it. */
const listSubject = ({ total, period, timeZone, summary: { clients } }: ListedReport): string => {
  const of = clients.length === 1 ? clients[0] : `${clients.length} clients`;
  return formatSubject(
    `Activity report: ${countActivities(total)} of ${of}, ${formatPeriod(period, timeZone)}`,
  );
};

const writeDifference = (difference: number): string => {
  if (difference === 0) return 'as many as';
  return `${Math.abs(difference).toLocaleString('en-US')} ${difference > 0 ? 'more' : 'fewer'} than`;
};

/** Says how many more or fewer activities a report has than the last one, and how many organizations were not in that. */
export const changeSentence = (
  total: number,
  { lastTotal, period, newOrganizations }: ReportChange,
  timeZone: string,
): string => {
  const last = `That is ${writeDifference(total - lastTotal)} in the last report (${formatPeriod(period, timeZone)})`;
  if (newOrganizations === 0) return `${last}.`;
  const organizations = countText(newOrganizations, 'organization was', 'organizations were');
  return `${last}; ${organizations} not in it.`;
};

/** Says why an aggregated file has fewer rows than the mail counts activities. */
const rowsText = ({ fileRows }: ListedReport): string[] => {
  if (fileRows === undefined) return [];
  const rows = countText(fileRows, 'row');
  return [`The file has ${rows}, one for each reader and document.`];
};

/** Composes the mail about many activities. `newest` are the first ones that it lists. */
export const listLetter = (
  newest: readonly ActivityView[],
  report: ListedReport,
  context: LetterContext,
): Letter => {
  const { total, period, timeZone, summary, change } = report;
  const available = `${countActivities(total)} became available ${periodText(period, timeZone)}.`;
  const shown = newest.slice(0, maxMailRows);
  return {
    subject: listSubject(report),
    ...letterBody({
      heading: 'Activity report',
      paragraphs: [
        change ? `${available} ${changeSentence(total, change, timeZone)}` : available,
        ...summarySentences(summary),
        ...rowsText(report),
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

/** Composes the mail about one activity, with its sheet. */
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

/** Tells whether every activity of a run gets its own mail. */
export const isOneByOne = (reportType: ActivityReportConfig['reportTypeEnum'], total: number): boolean =>
  reportType === 'Individual' && total <= maxIndividualMails;

export type MailParts = Pick<Services, 'db' | 'config' | 'exportSlots' | 'catalogue'> & {
  readonly reportLinks: ReportLinks;
  /** Makes one file after another: of many runs at once, only some may wait for an export slot. */
  readonly inLine: ReturnType<typeof createOneAtATime>;
};

export interface MailedReport {
  readonly runId: string;
  readonly config: ReportConfigRow;
  readonly owner: Owner;
  readonly period: ReportPeriod;
  /** Newest first. */
  readonly keys: readonly ActivityKey[];
  readonly now: Date;
}

/** One of the mails of a report; `item` is its activity, or empty. */
export type ReportMail = MailContent & { readonly to: string; readonly item: string };

const linkTo = (
  { reportLinks, config }: MailParts,
  { runId, now }: Pick<MailedReport, 'runId' | 'now'>,
  activity?: ActivityKey,
): string => {
  const token = reportLinks.sign({ runId, ...(activity ? { activity } : {}) }, now);
  return `${config.publicUrl}/api/activity-report-file/${token}`;
};

/** Returns what the mails of a report have in common. */
export const letterContext = (
  { config: { public: shown } }: Pick<Services, 'config'>,
  { config, owner }: { readonly config: Pick<ReportConfigRow, 'includes_quality'>; readonly owner: Owner },
  link: string,
  attached?: string,
): LetterContext => ({
  link,
  owner: formatFullName(owner.user) || owner.user.email,
  supportEmail: shown.support.email,
  includesQuality: config.includes_quality,
  ...(attached === undefined ? {} : { attached }),
});

const readViews = async (db: Kysely<Schema>, keys: readonly ActivityKey[], viewer: ActivityViewer) =>
  (await readActivities(db, keys)).map((row) => ({ row, view: activityView(row, viewer) }));

const individualMails = async (parts: MailParts, report: MailedReport): Promise<ReportMail[]> => {
  const { config, owner, keys } = report;
  const viewer = { scope: owner.scope, blinded: false };
  const views = await readViews(parts.db.kysely, keys, viewer);
  const mails: ReportMail[] = [];
  for (const { row, view } of views) {
    const name = sheetFileName(view);
    const attachments: MailAttachment[] = config.has_attachment
      ? [
          {
            name,
            mediaType: pdfMediaType,
            content: await parts.inLine('sheets', () => sheetsPdf([row], viewer, readHelp(parts.config))),
          },
        ]
      : [];
    const key = { clientId: row.clientId, id: row.id };
    const attached = config.has_attachment ? name : undefined;
    const context = letterContext(parts, report, linkTo(parts, report, key), attached);
    const letter = individualLetter(view, context);
    mails.push({ ...letter, to: config.email, item: formatActivityId(key), attachments });
  }
  return mails;
};

const listMail = async (parts: MailParts, report: MailedReport): Promise<ReportMail> => {
  const { config, owner, keys, period, now } = report;
  const viewer = { user: owner.user, scope: owner.scope, blinded: false };
  const where = givenWhere(keys, owner.scope);
  const name = reportFileName({ run_at: now });
  const attachments: MailAttachment[] = config.has_attachment
    ? [
        {
          name,
          mediaType: xlsxMediaType,
          content: await parts.inLine('files', () =>
            reportWorkbook(parts, {
              where,
              layout: config,
              owner,
              viewer,
              selection: config,
            }),
          ),
        },
      ]
    : [];
  const attached = config.has_attachment ? name : undefined;
  const context = letterContext(parts, report, linkTo(parts, report), attached);
  const newest = await readViews(parts.db.kysely, keys.slice(0, maxMailRows), viewer);
  const letter = listLetter(
    newest.map(({ view }) => view),
    {
      total: keys.length,
      period,
      timeZone: config.time_zone,
      summary: await readActivitySummary(parts.db.kysely, where, viewer),
      change: await readReportChange(
        parts,
        { ...config, config_id: config.id },
        { period, where },
        owner.scope,
      ),
      fileRows: await countFileRows(parts, config, where),
    },
    context,
  );
  return { ...letter, to: config.email, item: '', attachments };
};

/** Counts the mails of a report with so many activities. */
export const mailCount = ({ report_type }: Pick<ReportConfigRow, 'report_type'>, total: number): number =>
  isOneByOne(reportTypeNames[report_type], total) ? Math.min(total, maxIndividualMails) : Math.min(total, 1);

/** Composes the mails of a run with at least one activity. */
export const reportMails = async (parts: MailParts, report: MailedReport): Promise<ReportMail[]> =>
  isOneByOne(reportTypeNames[report.config.report_type], report.keys.length)
    ? individualMails(parts, report)
    : [await listMail(parts, report)];

/** One of the mails of a run, by the item of its delivery, whose activity is then the only one in `keys`. */
export const buildReportMail = async (
  parts: MailParts,
  report: MailedReport,
  item: string,
): Promise<ReportMail | undefined> =>
  item === '' ? listMail(parts, report) : (await individualMails(parts, report))[0];
