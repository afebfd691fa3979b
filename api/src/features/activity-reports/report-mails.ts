// Makes the mails of a run before the transaction that stores it, because files take time.
import type { Kysely } from 'kysely';
import { maxIndividualMails, reportTypeNames } from '@readerlens/contract/activity-reports';
import { activityIdOf } from '../../activities/activity-key.ts';
import type { ActivityKey } from '../../activities/activity-key.ts';
import { readActivities } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import type { ActivityViewer } from '../../activities/activity-view.ts';
import { helpOf, pdfMediaType, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import type { Owner } from '../../people/owner.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { maxMailRows } from '../../platform/mail/letter.ts';
import type { MailAttachment, MailContent } from '../../platform/mail/mail.ts';
import type { createOneAtATime } from '../../platform/one-at-a-time.ts';
import { xlsxMediaType } from '../../platform/spreadsheet/index.ts';
import { givenWhere } from '../../sendings/run-file.ts';
import { reportFileName, reportWorkbook, sheetFileName } from './report-file.ts';
import type { ReportLinks } from './report-links.ts';
import { individualLetter, isOneByOne, listLetter } from './report-mail.ts';
import type { LetterContext } from './report-mail.ts';
import type { ReportPeriod } from './report-selection.ts';
import { contactName } from './report-view.ts';
import type { ReportConfigRow } from './report.store.ts';

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

/** What the mails of a report have in common. */
export const letterContext = (
  { config: { public: shown } }: Pick<Services, 'config'>,
  { config, owner }: { readonly config: Pick<ReportConfigRow, 'includes_quality'>; readonly owner: Owner },
  link: string,
  attached?: string,
): LetterContext => ({
  link,
  owner: contactName(owner.user) || owner.user.email,
  supportEmail: shown.support.email,
  includesQuality: config.includes_quality,
  ...(attached === undefined ? {} : { attached }),
});

const viewsOf = async (db: Kysely<Schema>, keys: readonly ActivityKey[], viewer: ActivityViewer) =>
  (await readActivities(db, keys)).map((row) => ({ row, view: activityView(row, viewer) }));

const individualMails = async (parts: MailParts, report: MailedReport): Promise<ReportMail[]> => {
  const { config, owner, keys } = report;
  const viewer = { scope: owner.scope, blinded: false };
  const views = await viewsOf(parts.db.kysely, keys, viewer);
  const mails: ReportMail[] = [];
  for (const { row, view } of views) {
    const name = sheetFileName(view);
    const attachments: MailAttachment[] = config.has_attachment
      ? [
          {
            name,
            mediaType: pdfMediaType,
            content: await parts.inLine('sheets', () => sheetsPdf([row], viewer, helpOf(parts.config))),
          },
        ]
      : [];
    const key = { clientId: row.clientId, id: row.id };
    const attached = config.has_attachment ? name : undefined;
    const context = letterContext(parts, report, linkTo(parts, report, key), attached);
    const letter = individualLetter(view, context);
    mails.push({ ...letter, to: config.email, item: activityIdOf(key), attachments });
  }
  return mails;
};

const listMail = async (parts: MailParts, report: MailedReport): Promise<ReportMail> => {
  const { config, owner, keys, period, now } = report;
  const viewer = { user: owner.user, scope: owner.scope, blinded: false };
  const name = reportFileName({ run_at: now });
  const attachments: MailAttachment[] = config.has_attachment
    ? [
        {
          name,
          mediaType: xlsxMediaType,
          content: await parts.inLine('files', () =>
            reportWorkbook(parts, {
              where: givenWhere(keys, owner.scope),
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
  const newest = await viewsOf(parts.db.kysely, keys.slice(0, maxMailRows), viewer);
  const letter = listLetter(
    newest.map(({ view }) => view),
    { total: keys.length, period, timeZone: config.time_zone },
    context,
  );
  return { ...letter, to: config.email, item: '', attachments };
};

/** How many mails a report with so many activities is. */
export const mailCount = ({ report_type }: Pick<ReportConfigRow, 'report_type'>, total: number): number =>
  isOneByOne(reportTypeNames[report_type], total) ? Math.min(total, maxIndividualMails) : Math.min(total, 1);

/** The mails of a run with at least one activity. */
export const reportMails = async (parts: MailParts, report: MailedReport): Promise<ReportMail[]> =>
  isOneByOne(reportTypeNames[report.config.report_type], report.keys.length)
    ? individualMails(parts, report)
    : [await listMail(parts, report)];

/** One of the mails of a run, by the item of its delivery, whose activity is then the only one in `keys`. */
export const reportMailOf = async (
  parts: MailParts,
  report: MailedReport,
  item: string,
): Promise<ReportMail | undefined> =>
  item === '' ? listMail(parts, report) : (await individualMails(parts, report))[0];
