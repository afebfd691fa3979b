import type { Help, SheetField, SheetSection } from '../activity-sheet/sheet.ts';

/** What is about one thing: a title, and its fields. */
export interface FormSheetGroup {
  readonly title: string;
  readonly fields: readonly SheetField[];
}

/** A card of a form. */
export interface FormSheetPart {
  readonly title: string;
  readonly fields: readonly SheetField[];
  /** Lists, such as of contacts. */
  readonly lists?: readonly SheetSection[];
  readonly groups?: readonly FormSheetGroup[];
}

/** The printable sheet of a form: plain data, so that it can be sent to a thread. */
export interface FormSheet {
  readonly title: string;
  /** 'MMMM DD, YYYY'. */
  readonly date: string;
  readonly parts: readonly FormSheetPart[];
  readonly help: Help;
}
