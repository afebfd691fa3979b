import { createHash } from 'node:crypto';
import { BadValue } from './field-values.ts';
import { fieldsOf } from './fields.ts';
import type { Field, ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import type { SourceRecord } from './read-records.ts';

/** A row of the staging table, by column; or why there is none. */
export type MappedRow =
  | { readonly ok: true; readonly line: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly line: number; readonly field: string; readonly reason: string };

export type MapRow = (record: SourceRecord) => MappedRow;

interface BoundField {
  readonly field: Field;
  readonly column: string | undefined;
  readonly constant: string | undefined;
  readonly fallback: string | undefined;
  readonly translation: Readonly<Record<string, string>> | undefined;
}

/** A column that the mapping gives to one field is no longer read for the field of its own name. */
const sourceOf = (
  name: string,
  columns: readonly string[],
  { columns: renamed = {} }: Mapping,
): string | undefined => {
  const given = renamed[name];
  if (given === null) return undefined;
  if (given !== undefined) {
    if (columns.includes(given)) return given;
    throw new ImportError(
      `The mapping takes ${name} from '${given}', but the file's columns are ${columns.join(', ')}.`,
    );
  }
  return columns.includes(name) && !Object.values(renamed).includes(name) ? name : undefined;
};

const bind = (field: Field, columns: readonly string[], mapping: Mapping): BoundField => ({
  field,
  column: sourceOf(field.name, columns, mapping),
  constant: mapping.constants?.[field.name],
  fallback: mapping.defaults?.[field.name],
  translation: mapping.values?.[field.name],
});

const checkRequired = (bound: readonly BoundField[]): void => {
  const missing = bound
    .filter(({ field, column, constant, fallback }) => field.isRequired && !(column ?? constant ?? fallback))
    .map(({ field }) => field.name);
  if (missing.length > 0)
    throw new ImportError(
      `The file has no ${missing.join(', ')}. Name the column in the mapping, or give a constant for all rows.`,
    );
};

const translated = (value: string, translation: BoundField['translation']): string => {
  if (!translation) return value;
  if (Object.hasOwn(translation, value)) return translation[value] ?? value;
  return translation['*'] ?? value;
};

const textOf = ({ column, constant, fallback, translation }: BoundField, { values }: SourceRecord) => {
  if (constant !== undefined) return constant;
  const value = column !== undefined && Object.hasOwn(values, column) ? values[column] : undefined;
  return value === undefined ? fallback : translated(value, translation);
};

/**
 * Stands for a row that has no id of its own: the same for the same line, whatever the order of its columns and
 * however it is mapped, so that a line is imported once.
 */
const fingerprint = ({ values }: SourceRecord): string => {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return `row-${createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32)}`;
};

const namespaced: ReadonlySet<string> = new Set(['document_id', 'reader_id']);

const rowOf = (record: SourceRecord, bound: readonly BoundField[], prefix: string) => {
  const values: Record<string, unknown> = {};
  for (const each of bound) {
    const { name, parse, column } = each.field;
    const text = textOf(each, record);
    if (text === undefined) {
      if (each.field.isRequired) throw new Rejection(name, 'it is empty');
      continue;
    }
    try {
      const value = parse(text);
      values[column] = namespaced.has(name) ? `${prefix}${String(value)}` : value;
    } catch (error) {
      throw error instanceof BadValue ? new Rejection(name, error.message) : error;
    }
  }
  return values;
};

class Rejection extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.field = field;
  }
}

const complete = (
  kind: ImportKind,
  record: SourceRecord,
  values: Record<string, unknown>,
): Record<string, unknown> => {
  if (kind === 'documents') return values;
  if (values.reader_id === undefined && values.reader_email === undefined)
    throw new Rejection('reader_id', 'there is neither a reader_id nor a reader_email');
  return { ...values, id: values.id ?? fingerprint(record) };
};

/**
 * Prepares the way from records to staging rows.
 * @throws ImportError when the file's columns and the mapping leave a required field without a source.
 */
export const createRowMapper = (kind: ImportKind, columns: readonly string[], mapping: Mapping): MapRow => {
  const bound = fieldsOf(kind).map((field) => bind(field, columns, mapping));
  checkRequired(bound);
  const prefix = mapping.namespace ? `${mapping.namespace}:` : '';
  return (record) => {
    try {
      const values = complete(kind, record, rowOf(record, bound, prefix));
      return { ok: true, line: record.line, values };
    } catch (error) {
      if (error instanceof Rejection)
        return { ok: false, line: record.line, field: error.field, reason: error.message };
      throw error;
    }
  };
};
