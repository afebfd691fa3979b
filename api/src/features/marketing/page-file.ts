// A page as a file. The browser sends what the page shows, so that both say the same; what the file says of the filters
// and of the author is made here.
import type { PageFigure, PageFileInput, PageTable } from '@readerlens/contract';
import { pageCsvColumns } from '@readerlens/contract/marketing';
import { selectionWords } from '../../activities/filter-words.ts';
import { createTermNames } from '../../activities/lookups/term-names.ts';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import { pdfMediaType, readHelp } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { sheetDate } from '../../outputs/activity-sheet/sheet.ts';
import { aboutColumns } from '../../outputs/export/about-sheet.ts';
import { writePageSheet } from '../../outputs/page-sheet/write-page-sheet.ts';
import type { PageSheet } from '../../outputs/page-sheet/page-sheet.ts';
import { formatFullName } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { safeFileName } from '../../platform/files/index.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import {
  csvMediaType,
  sheetColumn,
  writeCsv,
  writeWorkbook,
  xlsxMediaType,
} from '../../platform/spreadsheet/index.ts';
import type { Cell, Row, Sheet } from '../../platform/spreadsheet/index.ts';
import { timeText } from '../../platform/time-text.ts';

/** '1,234.5' is a number in a workbook. A percentage stays as the page shows it. */
const readCell = (text: string): Cell =>
  /^-?\d{1,3}(,\d{3})*(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : text;

/** A name for a sheet that none of the others has: at most 31 characters, none of []:*?/\. */
const createSheetNames = () => {
  const used = new Set<string>();
  return (title: string): string => {
    const plain = title.replaceAll(/[[\]:*?/\\']/g, ' ').trim() || 'Table';
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` ${count}`;
      const name = `${plain.slice(0, 31 - suffix.length).trim()}${suffix}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
};

const figureSheet = (figures: readonly PageFigure[]): Omit<Sheet, 'name'> => ({
  columns: [sheetColumn('Figure', 42), sheetColumn('Value', 24), sheetColumn('Note', 60)],
  rows: [figures.map(({ label, value, note }) => [label, readCell(value), note])],
});

const tableSheet = ({ note, columns, rows }: PageTable): Omit<Sheet, 'name'> => ({
  columns: columns.map((title, index) => sheetColumn(title, index === 0 ? 36 : 18)),
  rows: [
    rows.map((row) => columns.map((_, index) => readCell(row[index] ?? ''))),
    note === '' ? [] : [[], [note]],
  ],
});

const writePageWorkbook = ({ figures, tables }: PageFileInput, about: readonly Row[]) => {
  const nameSheet = createSheetNames();
  return writeWorkbook([
    ...(figures.length > 0 ? [{ name: nameSheet('Figures'), ...figureSheet(figures) }] : []),
    ...tables.map((table) => ({ name: nameSheet(table.title), ...tableSheet(table) })),
    { name: nameSheet('About'), columns: aboutColumns, rows: [about] },
  ]);
};

/** One line for each figure and each cell, so that all lines have the same columns. */
const listCells = ({ title, figures, tables }: PageFileInput, about: readonly Row[]): Row[] => [
  ...about.map(([label, text]): Row => ['About', label ?? '', '', text ?? '', '']),
  ...figures.map(({ label, value, note }): Row => [title, label, '', readCell(value), note]),
  ...tables.flatMap(({ title: part, note, columns, rows }) =>
    rows.flatMap((row) =>
      columns
        .slice(1)
        .map((column, index): Row => [part, row[0] ?? '', column, readCell(row[index + 1] ?? ''), note]),
    ),
  ),
];

const mediaTypes = {
  xlsx: xlsxMediaType,
  csv: csvMediaType,
  pdf: pdfMediaType,
} as const;

/** Writes the file of a page. */
export const createPageFiles = (services: Services) => {
  const { catalogue, audit, config, jobs } = services;
  const select = dashboardSelector(services);
  const names = createTermNames(services);

  const describe = async (input: PageFileInput, { session, now }: { session: Session; now: Date }) => {
    const { filters, activityTypes, title, notes } = input;
    const request = { filters, activityTypes };
    const selection = await select(request, session);
    const options = { catalogue: await catalogue(), names, viewer: session };
    return [
      ['Page', title],
      ['Exported', `${timeText(now)} UTC`],
      ['By', formatFullName(session.user)],
      ['Masked', session.blinded ? 'Yes' : 'No'],
      ...(await selectionWords(request, selection, options)),
      ...notes.map((note): Row => ['Note', note]),
    ];
  };

  const write = async (input: PageFileInput, about: readonly Row[], now: Date) => {
    if (input.format === 'xlsx') return writePageWorkbook(input, about);
    if (input.format === 'csv') {
      const columns = pageCsvColumns.map((title) => sheetColumn(title, 20));
      return writeCsv({ columns, rows: [listCells(input, about)] });
    }
    const { title, notes, figures, tables } = input;
    const lines = about
      .filter(([label]) => label !== 'Page' && label !== 'Note')
      .map(([label, text]) => [String(label), String(text)] as const);
    const sheet: PageSheet = {
      title,
      notes,
      figures,
      tables,
      date: sheetDate(now.toISOString()),
      about: lines,
      help: readHelp(config),
    };
    return writePageSheet(sheet);
  };

  /** @throws AppError 400 for filters that are refused, 503 if a document takes too long */
  return async (input: PageFileInput, session: Session): Promise<FileResponse> => {
    const now = jobs.clock();
    const about = await describe(input, { session, now });
    const { title, format } = input;
    const detail = { page: title, format, masked: session.blinded };
    await audit.record({ action: 'page.export', ...auditedIdentities(session), detail });
    return {
      name: `${safeFileName(title)}.${format}`,
      mediaType: mediaTypes[format],
      content: await write(input, about, now),
    };
  };
};
