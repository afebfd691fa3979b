import type { SharePayload } from '@readerlens/contract';
import { activityReportName } from '@readerlens/contract/sharing';
import { qualifiedKeyOf } from '../../activities/activity-key.ts';
import { orderOf } from '../../activities/activity-order.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import { namedWhere } from '../../activities/named-activities.ts';
import { helpOf, pdfMediaType, sheetsPdf } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { exportToBuffer } from '../../outputs/export/plan-export.ts';
import type { MailAttachment } from '../../platform/mail/mail.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { xlsxMediaType } from '../../platform/spreadsheet/index.ts';
import { defaultColumnsOf } from '../../outputs/export/default-columns.ts';

type Parts = Pick<Services, 'db' | 'config' | 'exportSlots'>;
type AttachmentOptions = Pick<SharePayload, 'attachReportExcel' | 'attachReportPdf'>;

export interface ReportFiles {
  /** The report of one activity in the requested formats; masked in a blinded session. */
  of(row: ActivityRow, attachments: AttachmentOptions, session: Session): Promise<MailAttachment[]>;
}

export const createReportFiles = ({ db, config, exportSlots }: Parts): ReportFiles => {
  const workbook = async (row: ActivityRow, session: Session): Promise<Uint8Array> => {
    const { blinded, scope } = session;
    const { qualifiedId } = activityView(row, session);
    const key = qualifiedKeyOf(qualifiedId);
    const free = await exportSlots.take();
    try {
      return await exportToBuffer(db, {
        where: namedWhere(key ? [key] : [], scope),
        columns: await defaultColumnsOf(db, session),
        viewer: session,
        order: orderOf(undefined, { blinded }),
        selection: qualifiedId,
      });
    } finally {
      free();
    }
  };

  return {
    async of(row, { attachReportExcel, attachReportPdf }, session) {
      const files: MailAttachment[] = [];
      const add = (ending: string, mediaType: string, content: Uint8Array) =>
        files.push({ name: `${activityReportName}.${ending}`, mediaType, content });
      if (attachReportExcel) add('xlsx', xlsxMediaType, await workbook(row, session));
      if (attachReportPdf) add('pdf', pdfMediaType, await sheetsPdf([row], session, helpOf(config)));
      return files;
    },
  };
};
