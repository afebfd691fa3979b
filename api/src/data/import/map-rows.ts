import { createHash } from 'node:crypto';
import { bindFields } from './bind-fields.ts';
import type { Binding, Source } from './bind-fields.ts';
import { listFields } from './fields.ts';
import type { ImportKind } from './fields.ts';
import type { Parsed } from './field-values.ts';
import { createNameSplitter } from './full-name.ts';
import type { Mapping } from './mapping.ts';
import type { Header } from './open-records.ts';
import { createFieldReader } from './read-field.ts';
import { columnKey } from './source-record.ts';
import type { SourceRecord } from './source-record.ts';
import { listColumns, findValue } from './source-value.ts';

/** What is wrong with a row, or with one of its values. */
export interface Problem {
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

export interface MappedRow {
  /** Undefined if the row is not imported. */
  readonly row?: ImportRow;
  /** Why not. */
  readonly rejections: readonly Problem[];
  /** Values that cannot be used, which do not prevent the import. */
  readonly warnings: readonly Problem[];
}

export interface RowMapper {
  map(record: SourceRecord): MappedRow;
  /** Columns of the records so far that no field uses. */
  readonly ignoredColumns: () => readonly string[];
  /** Columns that the mapping names, in which no record so far has a value. */
  readonly emptyColumns: () => readonly string[];
}

/**
 * The id of a row without one: a hash over the original values of the used columns. Equal rows are therefore one, and
 * another translation does not make new rows.
 */
const createFingerprint = (bindings: readonly Binding[]) => {
  const sorted = bindings.toSorted((a, b) => (a.field.name < b.field.name ? -1 : 1));
  return ({ values }: SourceRecord): string => {
    const entries = sorted.flatMap(({ field, sources }) =>
      sources.flatMap(({ path }, index) => {
        const value = findValue(values, path)?.text;
        return value === undefined ? [] : [index === 0 ? field.name : `${field.name} ${index + 1}`, value];
      }),
    );
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

/** The columns of the file that no field reads, and those of the mapping that have no value. */
const watchColumns = (bindings: readonly Binding[], mapping: Mapping) => {
  const read = new Set(bindings.flatMap(({ sources }) => sources.flatMap(({ path }) => listColumns(path))));
  const ignored = new Set<string>();
  const empty = new Set([...mapping.columns.values()].flat());
  return {
    ignored,
    empty,
    add: (key: string): void => {
      if (ignored.size < 100 && key !== '' && !read.has(key)) ignored.add(key);
    },
    onFound: ({ name }: Source): void => {
      if (empty.size > 0) empty.delete(name);
    },
  };
};

/**
 * Prepares the mapping of records to rows.
 * @throws ImportError when the header, if there is one, lacks a column that the mapping or the kind needs
 */
export const createRowMapper = (
  kind: ImportKind,
  header: Header | undefined,
  mapping: Mapping,
): RowMapper => {
  const fields = listFields(kind);
  const bindings = bindFields(kind, header, mapping);
  const { ignored, empty, add, onFound } = watchColumns(bindings, mapping);
  header?.columns.map(columnKey).forEach(add);
  const readField = createFieldReader();
  const fingerprint = createFingerprint(bindings);
  const at = (name: string) => fields.findIndex((field) => field.name === name);
  const idAt = at('external_id');
  const splitName = createNameSplitter(fields);
  const needed = alternatives[kind].map((columns) => ({ columns, places: columns.map(at) }));

  /** The values of a record in the order of the fields. Problems of columns in `unusable` cost the row. */
  const readCells = (record: SourceRecord, problems: Problem[], unusable: Set<string>) =>
    bindings.map((binding) => {
      const { name, isRequired, substitute } = binding.field;
      const { cell, bad } = readField(binding, record, onFound);
      const replaced = cell === null && bad.length > 0 ? substitute : undefined;
      const explanation = replaced ? ` ${replaced.explanation}` : '';
      for (const { value, reason } of bad)
        problems.push({ line: record.line, column: name, value, reason: reason + explanation });
      if (isRequired && cell === null) unusable.add(name);
      return replaced?.value ?? cell;
    });

  return {
    ignoredColumns: () => [...ignored],
    emptyColumns: () => [...empty],
    map(record) {
      const { line } = record;
      const problems: Problem[] = [];
      const unusable = new Set<string>();
      if (!header) for (const key of record.values.keys()) add(key);
      const cells = readCells(record, problems, unusable);
      const addMissing = (columns: readonly string[], reason: string) => {
        const [column = ''] = columns;
        const isExplained = problems.some((problem) => columns.includes(problem.column));
        if (!isExplained) problems.push({ line, column, value: '', reason });
      };
      for (const column of unusable) addMissing([column], 'The value is missing.');
      for (const { columns, places } of needed) {
        if (places.some((place) => cells[place] !== null)) continue;
        for (const column of columns) unusable.add(column);
        addMissing(columns, `The row needs ${columns.join(' or ')}.`);
      }
      const [rejections, warnings] = [true, false].map((isRejection) =>
        problems.filter(({ column }) => unusable.has(column) === isRejection),
      ) as [Problem[], Problem[]];
      if (rejections.length > 0) return { rejections, warnings };
      if (idAt >= 0) cells[idAt] ??= fingerprint(record);
      splitName(cells);
      return { row: { line, cells }, rejections, warnings };
    },
  };
};
