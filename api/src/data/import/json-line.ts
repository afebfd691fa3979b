import { parseJson } from './source-value.ts';
import { columnKey } from './source-record.ts';
import type { BrokenRecord, SourceRecord } from './source-record.ts';
import type { TextLine } from '../../platform/spreadsheet/csv/text-lines.ts';

/** Reads a record from a line with one JSON object. */
export const parseJsonLine = ({ number: line, text, problem }: TextLine): SourceRecord | BrokenRecord => {
  if (problem !== undefined) return { line, reason: problem };
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return { line, reason: 'The line is not valid JSON.' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { line, reason: 'The line is not a JSON object.' };
  }
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(parsed)) {
    if (value !== null && value !== '') values.set(columnKey(name), value);
  }
  return { line, values };
};
