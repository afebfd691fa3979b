import { createHash } from 'node:crypto';
import { columnKey } from './source-record.ts';
import { fieldsOf } from './fields.ts';
import type { Field, ImportKind } from './fields.ts';
import { BadValue } from './field-values.ts';
import type { Parsed } from './field-values.ts';
import { ImportError } from './import-error.ts';
import type { Mapping } from './mapping.ts';
import type { SourceRecord } from './source-record.ts';

/** Why a row is not imported. */
export interface Rejection {
  readonly line: number;
  /** The invalid field; empty when the whole line is invalid. */
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** A row for the staging table: values in the order of the fields, null if missing. */
export interface ImportRow {
  readonly line: number;
  readonly cells: readonly (Parsed | null)[];
}

export interface RowMapper {
  /** The row, or everything that is wrong with it. */
  map(record: SourceRecord): ImportRow | readonly Rejection[];
  /** Columns of the records so far that no field uses. */
  readonly ignoredColumns: () => readonly string[];
}

interface Binding {
  readonly field: Field;
  readonly sourceKey: string | undefined;
  readonly constant: string | undefined;
  readonly fallback: string | undefined;
  readonly translation: ReadonlyMap<string, string | null> | undefined;
  readonly prefix: string;
}

const withNamespace: ReadonlySet<string> = new Set(['document_external_id', 'reader_external_id']);

const bind = (field: Field, mapping: Mapping): Binding => {
  const { name } = field;
  const constant = mapping.constants.get(name);
  const renamed = mapping.columns.get(name);
  const isUsedByOther = [...mapping.columns.values()].some(
    (source) => source !== null && columnKey(source) === name,
  );
  // A column that the mapping assigns to another field does not also fill the field of its own name.
  const ownColumn = renamed === null || isUsedByOther ? undefined : name;
  const sourceKey = renamed ? columnKey(renamed) : ownColumn;
  return {
    field,
    constant,
    sourceKey: constant === undefined ? sourceKey : undefined,
    fallback: mapping.defaults.get(name),
    translation: mapping.values.get(name),
    prefix: withNamespace.has(name) ? mapping.namespace : '',
  };
};

const checkColumns = (bindings: readonly Binding[], columns: readonly string[], mapping: Mapping): void => {
  const keys = new Set(columns.map(columnKey));
  for (const [name, source] of mapping.columns) {
    if (source !== null && !keys.has(columnKey(source))) {
      const shown = columns.filter((each) => each !== '').join(', ');
      throw new ImportError(
        `The mapping's 'columns.${name}' names the column '${source}', which the file does not have. It has ${shown}.`,
      );
    }
  }
  const missing = bindings.filter(
    ({ field, sourceKey, constant, fallback }) =>
      field.isRequired &&
      constant === undefined &&
      fallback === undefined &&
      !(sourceKey && keys.has(sourceKey)),
  );
  if (missing.length === 0) return;
  const names = missing.map(({ field }) => field.name).join(', ');
  throw new ImportError(
    `The file has no column for ${names}. Name the column in the mapping's 'columns', or give 'constants' for all rows.`,
  );
};

const translate = (value: string, translation: Binding['translation']): string | null => {
  const exact = translation?.get(value);
  if (exact !== undefined) return exact;
  const other = translation?.get('*');
  return other === undefined ? value : other;
};

/** How systems write that there is no value, in small letters. */
const missingWords = new Set(
  (
    '-|--|?|#n/a|n/a|n.a.|na|nan|nil|none|null|undefined|unknown|not set|not available|not provided|' +
    '(none)|(not set)|(not provided)|(unknown)'
  ).split('|'),
);

/** A code in capitals is none of the words: NA is Namibia. Of a name or title, they may be the value: Ms. Null. */
const isMissing = (text: string, { isFree }: Field): boolean =>
  !isFree && text !== 'NA' && missingWords.has(text.toLowerCase());

const textOf = (
  { constant, fallback, translation, sourceKey, field }: Binding,
  { values }: SourceRecord,
): string | undefined => {
  if (constant !== undefined) return constant;
  const given = sourceKey === undefined ? undefined : values.get(sourceKey);
  if (given === undefined) return fallback;
  const text = translate(given, translation);
  return text === null || isMissing(text, field) ? fallback : text;
};

const loneSurrogate = /\p{Surrogate}/u;

const parseText = (text: string, { field, prefix }: Binding): Parsed => {
  if (text.includes('\0')) throw new BadValue('contains a NUL character');
  if (loneSurrogate.test(text)) throw new BadValue('contains an unpaired surrogate');
  return field.parse(prefix + text);
};

/** Parses a value that repeats, such as a constant, only once. */
const parseOnce = (parse: (text: string, binding: Binding) => Parsed) => {
  const known = new Map<Binding, { text: string; value: Parsed }>();
  return (text: string, binding: Binding): Parsed => {
    const last = known.get(binding);
    if (last?.text === text) return last.value;
    const value = parse(text, binding);
    known.set(binding, { text, value });
    return value;
  };
};

/**
 * The id of a row without one: a hash over the original values of the used columns. Equal rows are therefore one, and
 * another translation does not make new rows.
 */
const createFingerprint = (bindings: readonly Binding[]) => {
  const sorted = bindings
    .filter(({ sourceKey }) => sourceKey !== undefined)
    .toSorted((a, b) => (a.field.name < b.field.name ? -1 : 1));
  return ({ values }: SourceRecord): string => {
    const entries = sorted.flatMap(({ field, sourceKey = '' }) => {
      const value = values.get(sourceKey);
      return value === undefined ? [] : [field.name, value];
    });
    return `row-${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32)}`;
  };
};

/** Pairs of fields of which each row needs at least one. */
const alternatives: Readonly<Record<ImportKind, readonly (readonly [string, string])[]>> = {
  engagements: [
    ['document_external_id', 'document_url'],
    ['reader_external_id', 'reader_email'],
  ],
  documents: [],
};

const collectIgnored = (bindings: readonly Binding[]) => {
  const read = new Set(bindings.map(({ sourceKey }) => sourceKey));
  const ignored = new Set<string>();
  return {
    ignored,
    add: (key: string): void => {
      if (ignored.size < 100 && key !== '' && !read.has(key)) ignored.add(key);
    },
  };
};

/**
 * Prepares the mapping of records to rows. `columns` are those of the header, if there is one.
 * @throws ImportError when the header lacks a column that the mapping or the kind needs
 */
export const createRowMapper = (
  kind: ImportKind,
  columns: readonly string[] | undefined,
  mapping: Mapping,
): RowMapper => {
  const fields = fieldsOf(kind);
  const bindings = fields.map((field) => bind(field, mapping));
  if (columns) checkColumns(bindings, columns, mapping);
  const { ignored, add } = collectIgnored(bindings);
  columns?.map(columnKey).forEach(add);
  const parse = parseOnce(parseText);
  const fingerprint = createFingerprint(bindings);
  const at = (name: string) => fields.findIndex((field) => field.name === name);
  const idAt = at('external_id');
  const needed = alternatives[kind].map(([one, other]) => ({ one, other, places: [at(one), at(other)] }));

  const readCells = (record: SourceRecord, reject: (column: string, value: string, reason: string) => void) =>
    bindings.map((binding) => {
      const { field } = binding;
      const text = textOf(binding, record);
      if (text === undefined) {
        if (field.isRequired) reject(field.name, '', 'The value is missing.');
        return null;
      }
      try {
        return parse(text, binding);
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        reject(field.name, text, `The value ${error.message}.`);
        return null;
      }
    });

  return {
    ignoredColumns: () => [...ignored],
    map(record) {
      const { line } = record;
      const rejections: Rejection[] = [];
      const reject = (column: string, value: string, reason: string) =>
        rejections.push({ line, column, value, reason });
      if (!columns) for (const key of record.values.keys()) add(key);
      const cells = readCells(record, reject);
      for (const { one, other, places } of needed) {
        const isPresent =
          places.some((place) => cells[place] !== null) ||
          rejections.some(({ column }) => column === one || column === other);
        if (!isPresent) reject(one, '', `The row needs ${one} or ${other}.`);
      }
      if (rejections.length > 0) return rejections;
      if (idAt >= 0) cells[idAt] ??= fingerprint(record);
      return { line, cells };
    },
  };
};
