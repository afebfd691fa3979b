import { readFile } from 'node:fs/promises';
import { isDateFormat } from '../../platform/date-formats.ts';
import { listFields } from './fields.ts';
import type { Field, ImportKind } from './fields.ts';
import { BadValue } from './field-values.ts';
import { ImportError } from './import-error.ts';
import { isRecord } from '@readerlens/contract/guards';

/**
 * How columns of a file become fields, by field name. `columns` names the columns of the file, of which the first with a
 * usable value counts (empty: no column, even if one has the field's name), `constants` apply to all rows, `values`
 * translates (`*` is any other value, null is empty), `defaults` replace empty values, `dates` are formats of dates.
 * `namespace` is a prefix for the external ids of readers and documents, for systems that use the same ids for different
 * things.
 */
export interface Mapping {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly constants: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  readonly dates: ReadonlyMap<string, readonly string[]>;
  readonly namespace: string;
}

const sections = ['columns', 'constants', 'defaults', 'values', 'dates'] as const;
const keys = [...sections, 'namespace'] as const;

/** Collects problems, so that all of them are reported at once. */
type AddProblem = (sentence: string) => void;

const readEntries = (value: unknown, place: string, addProblem: AddProblem): [string, unknown][] => {
  if (value === undefined) return [];
  if (isRecord(value)) return Object.entries(value);
  addProblem(`'${place}' must be an object.`);
  return [];
};

/** The entries of a section whose keys are fields. */
const fieldEntries = (
  input: Record<string, unknown>,
  section: string,
  fields: readonly Field[],
  addProblem: AddProblem,
) =>
  readEntries(input[section], section, addProblem).filter(([name]) => {
    const isField = fields.some((field) => field.name === name);
    if (!isField) addProblem(`'${section}.${name}': there is no field '${name}'.`);
    return isField;
  });

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : undefined;

/** Values for all rows are checked before any row is read. */
const checkedText = (field: Field, value: unknown, place: string, addProblem: AddProblem): string => {
  const given = scalar(value);
  if (given === undefined || given === '') {
    addProblem(`'${place}' must be a text that is not empty.`);
    return '';
  }
  try {
    field.parse(given);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    addProblem(`'${place}': the value '${given}' ${error.message}.`);
  }
  return given;
};

/** One text or a list of them; undefined for anything else. */
const readTexts = (value: unknown): readonly string[] | undefined => {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.length > 0 && texts.every((each) => typeof each === 'string' && each.trim() !== '')
    ? (texts as readonly string[])
    : undefined;
};

const readColumns = (entries: [string, unknown][], addProblem: AddProblem): Mapping['columns'] =>
  new Map(
    entries.map(([name, value]) => {
      const names = readTexts(value);
      if (!names && value !== null) {
        addProblem(
          `'columns.${name}' must be the name of a column of the file, a list of such names, or null for none.`,
        );
      }
      return [name, names ?? []];
    }),
  );

const readDates = (
  fields: readonly Field[],
  entries: [string, unknown][],
  addProblem: AddProblem,
): Mapping['dates'] =>
  new Map(
    entries.map(([name, value]) => {
      const type = fields.find((field) => field.name === name)?.type;
      if (type !== 'date' && type !== 'timestamptz') addProblem(`'dates.${name}': this field is not a date.`);
      const formats = readTexts(value) ?? [];
      if (formats.length === 0 || !formats.every(isDateFormat))
        addProblem(
          `'dates.${name}' must be a format with day, month and year such as DD.MM.YYYY HH:mm, or a list of formats.`,
        );
      return [name, formats];
    }),
  );

const readValues = (
  fields: readonly Field[],
  entries: [string, unknown][],
  addProblem: AddProblem,
): Mapping['values'] =>
  new Map(
    entries.map(([name, value]) => {
      const place = `values.${name}`;
      const field = fields.find((each) => each.name === name) as Field;
      const translations = readEntries(value, place, addProblem).map(
        ([from, to]): [string, string | null] => [
          from.trim(),
          to === null ? null : checkedText(field, to, `${place}.${from}`, addProblem),
        ],
      );
      return [name, new Map(translations)];
    }),
  );

const readNamespace = (value: unknown, addProblem: AddProblem): string => {
  if (value === undefined) return '';
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value)) return `${value}:`;
  addProblem(`'namespace' must be 1 to 40 letters, digits, '-' or '_'.`);
  return '';
};

/** Checks a mapping. @throws ImportError that names each invalid key. */
export const checkMapping = (input: unknown, kind: ImportKind): Mapping => {
  const problems: string[] = [];
  const addProblem: AddProblem = (sentence) => problems.push(sentence);
  const fields = listFields(kind);
  if (!isRecord(input)) throw new ImportError('The mapping must be a JSON object.');
  for (const key of Object.keys(input)) {
    if (!(keys as readonly string[]).includes(key)) addProblem(`'${key}' is not one of ${keys.join(', ')}.`);
  }
  const entries = (section: (typeof sections)[number]) => fieldEntries(input, section, fields, addProblem);
  const texts = (section: 'constants' | 'defaults') =>
    new Map(
      entries(section).map(([name, value]) => {
        const field = fields.find((each) => each.name === name) as Field;
        return [name, checkedText(field, value, `${section}.${name}`, addProblem)];
      }),
    );
  const mapping: Mapping = {
    columns: readColumns(entries('columns'), addProblem),
    constants: texts('constants'),
    defaults: texts('defaults'),
    values: readValues(fields, entries('values'), addProblem),
    dates: readDates(fields, entries('dates'), addProblem),
    namespace: readNamespace(input.namespace, addProblem),
  };
  for (const name of mapping.constants.keys()) {
    if (mapping.columns.get(name)?.length)
      addProblem(`'${name}' is in columns and in constants; it can be in one of them.`);
  }
  if (problems.length === 0) return mapping;
  const hasUnknownField = problems.some((problem) => problem.includes('there is no field'));
  if (hasUnknownField) addProblem(`Fields of ${kind} are ${fields.map(({ name }) => name).join(', ')}.`);
  throw new ImportError(`The mapping cannot be used:\n${problems.map((each) => `- ${each}`).join('\n')}`);
};

/** Reads the JSON of a mapping file. @throws ImportError */
export const readMappingFile = async (file: string): Promise<unknown> => {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new ImportError(`The mapping file ${file} cannot be read.`);
  });
  try {
    return JSON.parse(content.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new ImportError(`The mapping file ${file} is not valid JSON: ${(error as Error).message}`);
  }
};
