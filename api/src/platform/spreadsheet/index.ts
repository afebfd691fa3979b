export { csvCell, csvHeading, csvMediaType, writeCsv } from './write-csv.ts';
export { plainText, withoutMark } from './formula.ts';
export { fileFromThread } from './file-thread.ts';
export { serveFile } from './serve-file.ts';
export { checkRowCount } from './row-limit.ts';
export { sheetColumn } from './sheet-xml.ts';
export type { Cell, Column, Row, Sheet } from './sheet-xml.ts';
export { xlsxMediaType } from './workbook-parts.ts';
export { writeWorkbook } from './write-workbook.ts';
