import type { UploadDays } from '@readerlens/contract/marketing-pipeline';
import type { BadValue } from '../../../platform/text-values.ts';

/** A column of an upload. */
export interface UploadColumn {
  /** What the column is called on screen and in files. */
  readonly label: string;
  /** Other names, as `columnKey` writes them. */
  readonly otherNames: readonly string[];
  /** What its values mean. */
  readonly meaning: string;
  readonly isRequired: boolean;
}

/** `otherNames` are divided by spaces. */
export const defineColumn = (
  label: string,
  otherNames: string,
  meaning: string,
  { isRequired = false }: { readonly isRequired?: boolean } = {},
): UploadColumn => ({
  label,
  otherNames: otherNames === '' ? [] : otherNames.split(' '),
  meaning,
  isRequired,
});

/** What rows are read with, besides their texts. Sent to a thread. */
export interface RowContext {
  readonly days: UploadDays;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** What the stages of the client mean, by their match key. */
  readonly outcomes: Readonly<Record<string, string>>;
}

/** A value that its row cannot be used with. The reason is a sentence. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem';
  readonly column: string;
  readonly value: string;

  constructor(column: string, value: string, reason: string) {
    super(reason);
    this.column = column;
    this.value = value;
  }
}

/** Texts of a row by the key of their column; empty ones are missing. */
export type RowTexts<Key extends string> = Partial<Readonly<Record<Key, string>>>;

/** What can be uploaded: its columns, and how a row of texts becomes a row that is stored. */
export interface UploadKindRules<Key extends string, Row> {
  readonly columns: Readonly<Record<Key, UploadColumn>>;
  /** What identifies a row within its client. */
  readonly readId: (row: Row) => string;
  /** The id that a refused row would have, so that a replacement keeps what is stored under it. */
  readonly findId: (texts: RowTexts<Key>) => string | undefined;
  /** The column that is named beside a row whose id an earlier row has. */
  readonly idColumn: Key;
  /** What such rows have in common, as in 'Row 2 has the same id.' */
  readonly idWords: string;
  /** @throws RowProblem, BadValue */
  readonly parse: (texts: RowTexts<Key>, context: RowContext) => Row;
}

/** 'The value is not a day such as 2025-03-31.' */
export const describeBadValue = ({ message }: BadValue): string => `The value ${message}.`;
