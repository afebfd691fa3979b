import * as xlsx from 'xlsx';
import { pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';

/** The parts of a workbook, uncompressed. */
const workbookText = (bytes: Uint8Array): string => {
  const { files } = xlsx.read(bytes, { bookFiles: true }) as unknown as {
    files: Record<string, { content?: Uint8Array }>;
  };
  return Object.values(files)
    .map(({ content }) => Buffer.from(content ?? []).toString())
    .join('\n');
};
/** All text in a file or reply, by its media type. */
export const fileText = async (name: string, bytes: Uint8Array): Promise<string> => {
  if (name.includes('pdf')) return JSON.stringify(await pdfPages(bytes));
  return name.includes('sheet') ? workbookText(bytes) : Buffer.from(bytes).toString();
};
