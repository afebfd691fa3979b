import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CallDefinition } from '../call.ts';
import { FilterRequestSized, enumSchema, object } from '../schemas.ts';
import { pageFileFormats, pageFileLimits } from './vocabulary.ts';

const { figures, tables, columns, rows, text } = pageFileLimits;
const Text = Type.String({ maxLength: text });
const { filters, activityTypes } = FilterRequestSized.properties;

export const PageFigure = object({
  label: Text,
  value: { ...Text, description: 'As the page shows it: a number, or why there is none' },
  note: { ...Text, description: 'What the page says of it, such as its interval; may be empty' },
});
export type PageFigure = Static<typeof PageFigure>;

export const PageTable = object({
  title: Text,
  note: { ...Text, description: 'May be empty' },
  columns: Type.Array(Text, { minItems: 1, maxItems: columns }),
  rows: Type.Array(Type.Array(Text, { maxItems: columns }), { maxItems: rows }),
});
export type PageTable = Static<typeof PageTable>;

export const PageFileInput = object({
  format: enumSchema(pageFileFormats),
  title: Type.String({ minLength: 1, maxLength: 150 }),
  filters,
  activityTypes,
  notes: Type.Array(Text, { maxItems: 20, description: 'What holds for the whole page' }),
  figures: Type.Array(PageFigure, { maxItems: figures }),
  tables: Type.Array(PageTable, { maxItems: tables }),
});
export type PageFileInput = Static<typeof PageFileInput>;

export const pageFileCalls = {
  'POST /api/marketing-performance/page-file': {
    tag: 'Marketing performance',
    access: { kind: 'user', claim: 'accessMarketingPerformance' },
    reads: true,
    summary: 'The figures and tables of a page as a workbook, as CSV or as PDF, with the filters in words',
    body: PageFileInput,
    data: Type.Unsafe<Blob>(Type.Unknown()),
    file: 'application/octet-stream',
  },
} as const satisfies Record<string, CallDefinition>;
