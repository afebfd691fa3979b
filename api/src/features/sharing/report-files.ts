import type { SharePayload } from '@readerlens/contract';
import { activityReportName } from '@readerlens/contract/sharing';
import { parseQualifiedId } from '../../activities/activity-key.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import { namedWhere } from '../../activities/named-activities.ts';
import { readHelp, pdfMediaType, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import type { MailAttachment } from '../../platform/mail/mail.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { xlsxMediaType } from '../../platform/spreadsheet/index.ts';
import { makeWorkbook } from '../../sendings/run-file.ts';
import { readDefaultColumns } from '../../outputs/export/default-columns.ts';

type Parts = Pick<Services, 'db' | 'config' | 'exportSlots'>;
type AttachmentOptions = Pick<SharePayload, 'attachReportExcel' | 'attachReportPdf'>;

export interface ReportFiles {
  /** Creates the report of one activity in the requested formats; masked in a blinded session. */
  of(row: ActivityRow, attachments: AttachmentOptions, session: Session): Promise<MailAttachment[]>;
}

export const createReportFiles = (parts: Parts): ReportFiles => {
  const workbook = async (row: ActivityRow, session: Session): Promise<Uint8Array> => {
    const { qualifiedId } = activityView(row, session);
    const key = parseQualifiedId(qualifiedId);
    return makeWorkbook(parts, {
      where: namedWhere(key ? [key] : [], session.scope),
      columns: await readDefaultColumns(parts.db, session),
      viewer: session,
      selection: qualifiedId,
    });
  };

  return {
    async of(row, { attachReportExcel, attachReportPdf }, session) {
      const files: MailAttachment[] = [];
      const add = (ending: string, mediaType: string, content: Uint8Array) =>
        files.push({ name: `${activityReportName}.${ending}`, mediaType, content });
      if (attachReportExcel) add('xlsx', xlsxMediaType, await workbook(row, session));
      if (attachReportPdf) add('pdf', pdfMediaType, await sheetsPdf([row], session, readHelp(parts.config)));
      return files;
    },
  };
};
