import { activityView } from '../../activities/activity-view.ts';
import type { ActivityViewer } from '../../activities/activity-view.ts';
import type { ActivityRow } from '../../activities/activity-rows.ts';
import type { Config } from '../../platform/config.ts';
import { writeSheets } from './pdf/write-sheets.ts';
import { buildSheet } from './sheet.ts';
import type { Help } from './sheet.ts';

export const pdfMediaType = 'application/pdf';

/** The contact shown on sheets. */
export const readHelp = ({ public: { support } }: Pick<Config, 'public'>): Help => ({
  email: support.email,
  knowledgeBaseUrl: support.knowledgeBaseUrl,
});

/** The sheets of activities as a PDF for a person, each on a new page; with pseudonyms in Blinded Mode. */
export const sheetsPdf = (
  rows: readonly ActivityRow[],
  viewer: ActivityViewer,
  help: Help,
): Promise<Uint8Array> =>
  writeSheets({ sheets: rows.map((row) => buildSheet(activityView(row, viewer), viewer)), help });
