import { filterKinds } from '@readerlens/contract/vocabulary';
import type { FilterKind } from '@readerlens/contract/vocabulary';
import {
  parseActivityTypes,
  invalid,
  valid,
  limits,
  ownValue,
  parseDateRange,
  parseFlag,
  parseMedia,
  parseNumber,
  parseRelative,
  parseTerms,
  parseText,
} from './parse-value.ts';
import type { FieldCatalogue } from './catalogue.ts';
import type { FieldDefinition } from './field-definition.ts';
import { numericOps, operatorsByKind, termsOps, textOps } from './kinds.ts';
import type { Filter, FilterModel } from './kinds.ts';
import type { Parsed, Problem } from './parse-value.ts';
import { isRecord } from '@readerlens/contract/guards';

export type ParsedFilters =
  | { readonly ok: true; readonly filters: readonly Filter[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The operators of a field, the default first. */
export const opsOfField = (definition: FieldDefinition): readonly string[] => {
  const ops = operatorsByKind[definition.kind];
  const only = definition.restrictedToOps;
  return only ? ops.filter((op) => only.includes(op)) : ops;
};

/** Maximum number of filters per field. All of them apply, so each one narrows the result. */
const maxEntries = (kind: FilterKind): number =>
  kind === 'DateRange' || kind === 'RelativeDateRange' ? 1 : limits.entries;

const parseKind = (input: unknown, definition: FieldDefinition, path: string): Parsed<FilterKind> => {
  if (input === undefined) return valid(definition.kind);
  if (!filterKinds.some((kind) => kind === input)) return invalid(path, 'Unknown filter kind.');
  return input === definition.kind
    ? valid(definition.kind)
    : invalid(path, `${definition.label} is a filter of kind ${definition.kind}.`);
};

/** Kinds with a fixed operator accept `Equals` only. */
const equalsOnly = ['Equals'] as const;

const parseOp = <T extends string>(
  ops: readonly T[],
  input: unknown,
  definition: FieldDefinition,
  path: string,
): Parsed<T> => {
  const offered = opsOfField(definition);
  const given = input ?? offered[0] ?? 'Equals';
  const op = ops.find((candidate) => candidate === given);
  if (op !== undefined && (offered.length === 0 || offered.includes(op))) return valid(op);
  return invalid(`${path}/op`, `${definition.label} does not have this operator.`);
};

const parseAllowNA = (input: unknown, path: string): Parsed<boolean> =>
  input === undefined || typeof input === 'boolean'
    ? valid(input ?? false)
    : invalid(path, 'Expected true or false.');

const combine = <A, B, C>(a: Parsed<A>, b: Parsed<B>, make: (a: A, b: B) => C): Parsed<C> => {
  if (!a.ok) return a;
  return b.ok ? valid(make(a.value, b.value)) : b;
};

const parseOpAndValue = (
  definition: FieldDefinition,
  input: Record<string, unknown>,
  allowNA: boolean,
  path: string,
): Parsed<Filter> => {
  const { field, kind: $type } = definition;
  const value = ownValue(input, 'value');
  const valuePath = `${path}/value`;
  const opAmong = <T extends string>(ops: readonly T[]) =>
    parseOp(ops, ownValue(input, 'op'), definition, path);
  const plain = <T, F>(parsed: Parsed<T>, make: (value: T) => F) =>
    combine(opAmong(equalsOnly), parsed, (_, parsedValue) => make(parsedValue));
  switch ($type) {
    case 'Terms':
      return combine(opAmong(termsOps), parseTerms(value, definition, valuePath), (op, terms) => ({
        $type,
        field,
        op,
        value: terms,
        allowNA,
      }));
    case 'Text':
      return combine(opAmong(textOps), parseText(value, valuePath), (op, text) => ({
        $type,
        field,
        op,
        value: text,
      }));
    case 'Numeric':
      return combine(opAmong(numericOps), parseNumber(value, definition, valuePath), (op, number) => ({
        $type,
        field,
        op,
        value: number,
      }));
    case 'Bool':
      return plain(parseFlag(value, valuePath), (flag) => ({ $type, field, value: flag, allowNA }));
    case 'DateRange':
      return plain(parseDateRange(value, valuePath), (range) => ({ $type, field, value: range }));
    case 'Media':
      return plain(parseMedia(value, valuePath), (names) => ({ $type, field, value: names }));
    case 'RelativeDateRange':
      return plain(parseRelative(value, valuePath), (code) => ({ $type, field, value: code }));
    case 'Exists':
      return plain(parseFlag(value, valuePath), (flag) => ({ $type, field, value: flag }));
  }
};

/** Parses one filter. The paths of problems are JSON pointers below `path`. */
export const parseFilter = (input: unknown, catalogue: FieldCatalogue, path = ''): Parsed<Filter> => {
  if (!isRecord(input)) return invalid(path, 'Expected a filter.');
  const field = ownValue(input, 'field');
  const definition = typeof field === 'string' ? catalogue.find(field) : undefined;
  if (!definition) return invalid(`${path}/field`, 'Unknown filter field.');
  const kind = parseKind(ownValue(input, '$type'), definition, `${path}/$type`);
  if (!kind.ok) return kind;
  const allowNA = parseAllowNA(ownValue(input, 'allowNA'), `${path}/allowNA`);
  if (!allowNA.ok) return allowNA;
  return parseOpAndValue(definition, input, allowNA.value, path);
};

/** Applies the limits on the number of filters; reports a problem for each filter beyond them. */
export const withinLimits = (filters: readonly Filter[]): { filters: Filter[]; problems: Problem[] } => {
  const counts = new Map<string, number>();
  const kept: Filter[] = [];
  const problems: Problem[] = [];
  for (const [index, filter] of filters.entries()) {
    const count = (counts.get(filter.field) ?? 0) + 1;
    const most = maxEntries(filter.$type);
    counts.set(filter.field, count);
    if (count <= most && kept.length < limits.filters) kept.push(filter);
    else
      problems.push({
        path: `/filters/${index}`,
        message: `At most ${most} ${filter.field} filter(s) are allowed.`,
      });
  }
  return { filters: kept, problems };
};

/**
 * Parses any JSON as a list of filters: fills in kind and operator, and resolves fixed options to ids. Rejects
 * unknown fields, wrong kinds and operators, invalid values and too many entries. Reports every problem; never
 * throws.
 */
export const parseFilters = (input: unknown, catalogue: FieldCatalogue): ParsedFilters => {
  if (!Array.isArray(input)) return invalid('/filters', 'Expected a list of filters.');
  if (input.length > limits.filters)
    return invalid('/filters', `At most ${limits.filters} filters are allowed.`);
  const parsed = input.map((entry: unknown, index) => parseFilter(entry, catalogue, `/filters/${index}`));
  const problems = parsed.flatMap((entry) => (entry.ok ? [] : entry.problems));
  const filters = parsed.flatMap((entry) => (entry.ok ? [entry.value] : []));
  const all = problems.length > 0 ? problems : withinLimits(filters).problems;
  return all.length > 0 ? { ok: false, problems: all } : { ok: true, filters };
};

export type ParsedModel =
  | { readonly ok: true; readonly model: FilterModel }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses a stored or sent model; `indices` may be missing. */
export const parseModel = (input: unknown, catalogue: FieldCatalogue): ParsedModel => {
  if (!isRecord(input)) return invalid('', 'Expected a filter model.');
  const filters = parseFilters(ownValue(input, 'filters'), catalogue);
  const indices = parseActivityTypes(ownValue(input, 'indices'));
  if (filters.ok && indices.ok)
    return { ok: true, model: { filters: filters.filters, indices: indices.activityTypes } };
  const indexProblems = indices.ok
    ? []
    : indices.problems.map(({ path, message }) => ({
        path: path.replace('/activityTypes', '/indices'),
        message,
      }));
  return { ok: false, problems: [...(filters.ok ? [] : filters.problems), ...indexProblems] };
};

/** Reads what is still valid in a stored model, for example if one of its fields was removed. Never throws. */
export const readStoredModel = (
  { filters, indices }: { readonly filters: unknown; readonly indices: unknown },
  catalogue: FieldCatalogue,
): FilterModel => {
  const list: readonly unknown[] = Array.isArray(filters) ? filters : [];
  const parsed = list.flatMap((entry) => {
    const filter = parseFilter(entry, catalogue);
    return filter.ok ? [filter.value] : [];
  });
  const types = parseActivityTypes(indices);
  return { filters: withinLimits(parsed).filters, indices: types.ok ? types.activityTypes : [] };
};
