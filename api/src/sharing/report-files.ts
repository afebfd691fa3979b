import { buffer } from 'node:stream/consumers';
import type { SharePayload } from '@readerlens/contract';
import { activityReportName } from '@readerlens/contract/engagements';
import { qualifiedKeyOf } from '../activities/activity-key.ts';
import { orderOf } from '../activities/activity-order.ts';
import type { ActivityRow } from '../activities/activity-rows.ts';
import { activityView } from '../activities/activity-view.ts';
import { namedWhere } from '../activities/named-activities.ts';
import { helpOf, pdfMediaType, sheetsPdf } from '../activity-sheet/sheets-pdf.ts';
import { createActivityExports } from '../exports/export-activities.ts';
import type { Audit } from '../platform/audit.ts';
import type { MailAttachment } from '../platform/mail/mail.ts';
import type { Services } from '../platform/services.ts';
import type { Session } from '../platform/session.ts';
import { xlsxMediaType } from '../platform/spreadsheet/index.ts';
import { defaultColumnsOf } from '../preferences/default-columns.ts';

type Parts = Pick<Services, 'db' | 'audit' | 'config'>;
type Wishes = Pick<SharePayload, 'attachReportExcel' | 'attachReportPdf'>;

export interface ReportFiles {
  /** The report of one activity in the formats asked for, blinded in a blinded session. */
  of(row: ActivityRow, wishes: Wishes, session: Session): Promise<MailAttachment[]>;
}

/** The mail that a file goes with is audited, and a preview is no export. */
const unrecorded = (audit: Audit): Audit => ({ ...audit, record: async () => 0 });

const noOneLeaves = new AbortController().signal;

export const createReportFiles = ({ db, audit, config }: Parts): ReportFiles => {
  const exports = createActivityExports({ db, audit: unrecorded(audit) });

  const workbook = async (row: ActivityRow, session: Session): Promise<Uint8Array> => {
    const { blinded, scope, user } = session;
    const { qualifiedId } = activityView(row, session);
    const key = qualifiedKeyOf(qualifiedId);
    const request = {
      options: {},
      columns: await defaultColumnsOf(db, user.id),
      where: namedWhere(key ? [key] : [], scope),
      order: orderOf(undefined, { blinded }),
      blinded,
      selection: qualifiedId,
      filters: [],
    };
    const { content } = await exports.export(request, session, noOneLeaves);
    return content instanceof Uint8Array ? content : buffer(content);
  };

  return {
    async of(row, { attachReportExcel, attachReportPdf }, session) {
      const { blinded } = session;
      const files: MailAttachment[] = [];
      const add = (ending: string, mediaType: string, content: Uint8Array) =>
        files.push({ name: `${activityReportName}.${ending}`, mediaType, content });
      if (attachReportExcel) add('xlsx', xlsxMediaType, await workbook(row, session));
      if (attachReportPdf)
        add('pdf', pdfMediaType, await sheetsPdf([row], { blinded, help: helpOf(config) }));
      return files;
    },
  };
};
