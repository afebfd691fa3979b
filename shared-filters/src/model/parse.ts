import { filterKinds } from '@readerlens/contract/vocabulary';
import type { FilterKind } from '@readerlens/contract/vocabulary';
import { parseActivityTypes } from './activity-types.ts';
import type { FieldCatalogue } from './catalogue.ts';
import type { FieldDefinition } from './field-definition.ts';
import { numericOps, opsOf, termsOps, textOps } from './kinds.ts';
import type { Filter, FilterModel } from './kinds.ts';
import {
  bad,
  good,
  isRecord,
  limits,
  own,
  parseDateRange,
  parseFlag,
  parseMedia,
  parseNumber,
  parseRelative,
  parseTerms,
  parseText,
} from './parse-value.ts';
import type { Parsed, Problem } from './parse-value.ts';

export type ParsedFilters =
  | { readonly ok: true; readonly filters: readonly Filter[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The ops that a field offers, the default first. */
export const opsOfField = (definition: FieldDefinition): readonly string[] => {
  const ops = opsOf[definition.kind];
  const only = definition.restrictedToOps;
  return only ? ops.filter((op) => only.includes(op)) : ops;
};

/** How often a field may stand in one list: its filters all apply, so a repeated one narrows. */
const maxEntries = (kind: FilterKind): number =>
  kind === 'DateRange' || kind === 'RelativeDateRange' ? 1 : limits.entries;

const parseKind = (input: unknown, definition: FieldDefinition, path: string): Parsed<FilterKind> => {
  if (input === undefined) return good(definition.kind);
  if (!filterKinds.some((kind) => kind === input)) return bad(path, 'This is not a kind of filter.');
  return input === definition.kind
    ? good(definition.kind)
    : bad(path, `${definition.label} is a filter of kind ${definition.kind}.`);
};

/** Kinds without a choice of op accept `Equals`, which is what they mean. */
const noChoice = ['Equals'] as const;

const parseOp = <T extends string>(
  ops: readonly T[],
  input: unknown,
  definition: FieldDefinition,
  path: string,
): Parsed<T> => {
  const offered = opsOfField(definition);
  const given = input ?? offered[0] ?? 'Equals';
  const op = ops.find((candidate) => candidate === given);
  if (op !== undefined && (offered.length === 0 || offered.includes(op))) return good(op);
  return bad(`${path}/op`, `${definition.label} has no such operator.`);
};

const parseAllowNA = (input: unknown, path: string): Parsed<boolean> =>
  input === undefined || typeof input === 'boolean'
    ? good(input ?? false)
    : bad(path, 'true or false is expected.');

const both = <A, B, C>(a: Parsed<A>, b: Parsed<B>, make: (a: A, b: B) => C): Parsed<C> => {
  if (!a.ok) return a;
  return b.ok ? good(make(a.value, b.value)) : b;
};

const parseOpAndValue = (
  definition: FieldDefinition,
  input: Record<string, unknown>,
  allowNA: boolean,
  path: string,
): Parsed<Filter> => {
  const { field, kind: $type } = definition;
  const value = own(input, 'value');
  const place = `${path}/value`;
  const opAmong = <T extends string>(ops: readonly T[]) => parseOp(ops, own(input, 'op'), definition, path);
  const plain = <T, F>(parsed: Parsed<T>, make: (value: T) => F) =>
    both(opAmong(noChoice), parsed, (_, parsedValue) => make(parsedValue));
  switch ($type) {
    case 'Terms':
      return both(opAmong(termsOps), parseTerms(value, definition, place), (op, terms) => ({
        $type,
        field,
        op,
        value: terms,
        allowNA,
      }));
    case 'Text':
      return both(opAmong(textOps), parseText(value, place), (op, text) => ({
        $type,
        field,
        op,
        value: text,
      }));
    case 'Numeric':
      return both(opAmong(numericOps), parseNumber(value, definition, place), (op, number) => ({
        $type,
        field,
        op,
        value: number,
      }));
    case 'Bool':
      return plain(parseFlag(value, place), (flag) => ({ $type, field, value: flag, allowNA }));
    case 'DateRange':
      return plain(parseDateRange(value, place), (range) => ({ $type, field, value: range }));
    case 'Media':
      return plain(parseMedia(value, place), (names) => ({ $type, field, value: names }));
    case 'RelativeDateRange':
      return plain(parseRelative(value, place), (code) => ({ $type, field, value: code }));
    case 'Exists':
      return plain(parseFlag(value, place), (flag) => ({ $type, field, value: flag }));
  }
};

/** One filter. Problems name their place below `path`, a JSON pointer. */
export const parseFilter = (input: unknown, catalogue: FieldCatalogue, path = ''): Parsed<Filter> => {
  if (!isRecord(input)) return bad(path, 'A filter is expected.');
  const field = own(input, 'field');
  const definition = typeof field === 'string' ? catalogue.find(field) : undefined;
  if (!definition) return bad(`${path}/field`, 'This is not a filter field.');
  const kind = parseKind(own(input, '$type'), definition, `${path}/$type`);
  if (!kind.ok) return kind;
  const allowNA = parseAllowNA(own(input, 'allowNA'), `${path}/allowNA`);
  if (!allowNA.ok) return allowNA;
  return parseOpAndValue(definition, input, allowNA.value, path);
};

/** The filters that the limits on their number allow, and a problem for each that they do not. */
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
      problems.push({ path: `/filters/${index}`, message: `${filter.field} may be given ${most} time(s).` });
  }
  return { filters: kept, problems };
};

/**
 * Any JSON as a list of filters in their final form: kind and op filled in, fixed options by their id. Refuses
 * unknown fields, other kinds and ops, wrong values and too many entries; names every problem; never throws.
 */
export const parseFilters = (input: unknown, catalogue: FieldCatalogue): ParsedFilters => {
  if (!Array.isArray(input)) return bad('/filters', 'A list of filters is expected.');
  if (input.length > limits.filters) return bad('/filters', `At most ${limits.filters} filters are allowed.`);
  const parsed = input.map((entry: unknown, index) => parseFilter(entry, catalogue, `/filters/${index}`));
  const problems = parsed.flatMap((entry) => (entry.ok ? [] : entry.problems));
  const filters = parsed.flatMap((entry) => (entry.ok ? [entry.value] : []));
  const all = problems.length > 0 ? problems : withinLimits(filters).problems;
  return all.length > 0 ? { ok: false, problems: all } : { ok: true, filters };
};

export type ParsedModel =
  | { readonly ok: true; readonly model: FilterModel }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A stored or sent model; `indices` may be missing. */
export const parseModel = (input: unknown, catalogue: FieldCatalogue): ParsedModel => {
  if (!isRecord(input)) return bad('', 'A filter model is expected.');
  const filters = parseFilters(own(input, 'filters'), catalogue);
  const indices = parseActivityTypes(own(input, 'indices'));
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

/**
 * What can be understood of a stored model, such as one with a field that is gone by now. Never throws.
 */
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
