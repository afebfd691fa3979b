import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { invalidInput } from '../../../platform/http/errors.ts';
import { TableError } from '../../../platform/spreadsheet/read/table.ts';
import { readInThread } from '../../../platform/spreadsheet/read/table-thread.ts';
import type { FileSummary } from './read-rows.ts';
import type { RowContext } from './upload-kind.ts';

type SentRow = Readonly<Record<string, number | string | null>>;

/** What was sent: a file, or rows with the names of columns. */
export type UploadSource = { readonly file: Uint8Array } | { readonly rows: readonly SentRow[] };

export interface ThreadInput {
  readonly kind: UploadKind;
  readonly context: RowContext;
  readonly source: UploadSource;
}

const script = new URL('./upload-rows.thread.ts', import.meta.url);

/** Reads the rows of an upload, as the rules of its kind parse them. Throws 400 for a file that is refused as a whole. */
export const readUpload = async (
  input: ThreadInput,
): Promise<{ rows: readonly unknown[]; summary: FileSummary }> => {
  try {
    const { parts, end } = await readInThread(script, input);
    return { rows: parts, summary: end as FileSummary };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw invalidInput('rows' in input.source ? 'rows' : 'file', error.message);
  }
};
