import { toIso } from '../../platform/date-formats.ts';
import { listFields } from './fields.ts';
import type { Field, ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import type { Header } from './open-records.ts';
import { columnKey } from './source-record.ts';
import { listColumns, splitPath } from './source-value.ts';

/** A column that a field reads, as the mapping names it. */
export interface Source {
  readonly name: string;
  readonly path: readonly string[];
}

/** Where the values of a field come from. */
export interface Binding {
  readonly field: Field;
  /** The first one with a usable value counts. */
  readonly sources: readonly Source[];
  readonly constant: string | undefined;
  readonly fallback: string | undefined;
  readonly translation: ReadonlyMap<string, string | null> | undefined;
  /** Brings a date of the file into the form that the field reads. */
  readonly convert: (text: string) => string;
  readonly prefix: string;
}

const withNamespace: ReadonlySet<string> = new Set(['document_external_id', 'reader_external_id']);

const unchanged = (text: string): string => text;

const createConverter = ({ name, type }: Field, { dates }: Mapping): Binding['convert'] => {
  const formats = dates.get(name);
  if (!formats) return unchanged;
  return type === 'date' ? (text) => toIso(text, formats).slice(0, 10) : (text) => toIso(text, formats);
};

const bind = (field: Field, mapping: Mapping): Binding => {
  const { name } = field;
  const constant = mapping.constants.get(name);
  const isUsedByOther = [...mapping.columns.values()]
    .flat()
    .some((each) => listColumns(splitPath(each)).includes(name));
  // A column that the mapping assigns to another field does not also fill the field of its own name.
  const names = mapping.columns.get(name) ?? (isUsedByOther ? [] : [name]);
  return {
    field,
    constant,
    sources: constant === undefined ? names.map((each) => ({ name: each, path: splitPath(each) })) : [],
    fallback: mapping.defaults.get(name),
    translation: mapping.values.get(name),
    convert: createConverter(field, mapping),
    prefix: withNamespace.has(name) ? mapping.namespace : '',
  };
};

const checkColumns = (
  bindings: readonly Binding[],
  { columns, description }: Header,
  mapping: Mapping,
): void => {
  const keys = columns.map(columnKey);
  const isInFile = (path: readonly string[]) => listColumns(path).some((column) => keys.includes(column));
  const fail = (problem: string) => {
    throw new ImportError(`${problem} ${description}`);
  };
  for (const [field, names] of mapping.columns)
    for (const name of names) {
      if (!isInFile(splitPath(name)))
        fail(`The mapping's 'columns.${field}' names the column '${name}', which the file does not have.`);
    }
  const used = new Set(bindings.flatMap(({ sources }) => sources.flatMap(({ path }) => listColumns(path))));
  const repeated = keys.find((key, index) => used.has(key) && keys.indexOf(key) !== index);
  if (repeated !== undefined) fail(`The header has the column '${repeated}' twice.`);
  const missing = bindings.filter(
    ({ field, sources, constant, fallback }) =>
      field.isRequired &&
      constant === undefined &&
      fallback === undefined &&
      !sources.some(({ path }) => isInFile(path)),
  );
  if (missing.length === 0) return;
  const fields = missing.map(({ field }) => field.name).join(', ');
  fail(
    `The file has no column for ${fields}. Name the column in the mapping's 'columns', or give 'constants' for all rows.`,
  );
};

/** @throws ImportError when the header lacks a column that the mapping or the kind needs, or has it twice */
export const bindFields = (
  kind: ImportKind,
  header: Header | undefined,
  mapping: Mapping,
): readonly Binding[] => {
  const bindings = listFields(kind).map((field) => bind(field, mapping));
  if (header) checkColumns(bindings, header, mapping);
  return bindings;
};
