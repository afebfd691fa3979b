import type { PageFigure, PageTable } from '@readerlens/contract';
import type { Help } from '../activity-sheet/sheet.ts';

/** What a page shows, for a document: plain data, so that it can be sent to a thread. */
export interface PageSheet {
  readonly title: string;
  /** 'MMMM DD, YYYY'. */
  readonly date: string;
  /** The filters, and what else holds for the whole page: a label and a text each. */
  readonly about: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
  readonly figures: readonly PageFigure[];
  readonly tables: readonly PageTable[];
  readonly help: Help;
}
