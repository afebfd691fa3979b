import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { createSharedStrings } from './shared-strings.ts';
import { sheetXml, textXml } from './sheet-xml.ts';
import type { Sheet } from './sheet-xml.ts';
import { sharedStringsPath, sheetPath, workbookParts } from './workbook-parts.ts';

/** Half the time of the default 6, for a file that is a tenth larger. */
const compressionLevel = 3;

/**
 * Streams an xlsx file. Rows are read on demand, and no longer once the stream is destroyed. An error of the rows
 * destroys the stream.
 */
export const writeWorkbook = (sheets: readonly Sheet[]): Readable => {
  const zip = new ZipFile();
  const output = new PassThrough();
  const shared = createSharedStrings(textXml);
  const parts = sheets.map((sheet, index) => ({
    path: sheetPath(index),
    xml: () => sheetXml(sheet, shared),
  }));
  const sources = [...parts, { path: sharedStringsPath, xml: () => shared.part() }].map(({ path, xml }) => ({
    path,
    stream: Readable.from(xml(), { objectMode: false }),
  }));
  for (const [path, xml] of Object.entries(workbookParts(sheets.map(({ name }) => name))))
    zip.addBuffer(Buffer.from(xml), path);
  const fail = (error: Error) => output.destroy(error);
  for (const { path, stream } of sources) {
    // The zip stream does not report errors of its sources.
    stream.on('error', fail);
    zip.addReadStream(stream, path, { compressionLevel });
  }
  zip.on('error', fail);
  output.on('close', () => {
    for (const { stream } of sources) stream.destroy();
  });
  zip.outputStream.pipe(output);
  zip.end();
  return output;
};
