import type { JsonSchema } from '@readerlens/contract/registry';
import { listAlternatives, isAssignable } from './alternatives.ts';
import type { Alternative } from './alternatives.ts';
import { isSchema } from './plain-schema.ts';
import { asSchema } from './call-shapes.ts';

/** One way in which a value of one schema may violate another; `at` is a path such as 'filters[].field'. */
export type Incompatibility = { at: string } & (
  | { kind: 'absent' | 'optional' | 'unknown' }
  | { kind: 'type'; actual: string; expected: string }
  | { kind: 'values'; values: readonly unknown[] }
  | { kind: 'unlisted' | 'bound'; expected: string }
);

const below = (at: string, name: string) => (at ? `${at}.${name}` : name);
const readNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The schema of properties that are not listed; false if the object allows none. */
const findRestSchema = (schema: JsonSchema): JsonSchema | boolean => {
  const byPattern = Object.values(asSchema(schema.patternProperties))[0];
  if (isSchema(byPattern)) return byPattern;
  return isSchema(schema.additionalProperties)
    ? schema.additionalProperties
    : schema.additionalProperties !== false;
};

const propertyIncompatibilities = (
  actual: JsonSchema,
  expected: JsonSchema,
  at: string,
): Incompatibility[] => {
  const own = asSchema(actual.properties);
  const known = asSchema(expected.properties);
  const rest = findRestSchema(expected);
  return Object.entries(own).flatMap(([name, schema]) => {
    const counterpart = known[name] ?? rest;
    if (counterpart === false) return [{ kind: 'unknown' as const, at: below(at, name) }];
    return isSchema(counterpart) ? incompatibilities(asSchema(schema), counterpart, below(at, name)) : [];
  });
};

const objectIncompatibilities = (actual: JsonSchema, expected: JsonSchema, at: string): Incompatibility[] => {
  const always = readNames(actual.required);
  const sometimes = asSchema(actual.properties);
  const missing = readNames(expected.required)
    .filter((name) => !always.includes(name))
    .map((name): Incompatibility => ({
      kind: name in sometimes ? 'optional' : 'absent',
      at: below(at, name),
    }));
  const [rest, expectedRest] = [findRestSchema(actual), findRestSchema(expected)];
  const others =
    isSchema(rest) && isSchema(expectedRest) ? incompatibilities(rest, expectedRest, below(at, '*')) : [];
  return [...missing, ...propertyIncompatibilities(actual, expected, at), ...others];
};

const itemIncompatibilities = (actual: JsonSchema, expected: JsonSchema, at: string): Incompatibility[] =>
  isSchema(actual.items) && isSchema(expected.items)
    ? incompatibilities(actual.items, expected.items, `${at}[]`)
    : [];

const lower = { minimum: 'at least', minLength: 'at least', minItems: 'at least' } as const;
const upper = { maximum: 'at most', maxLength: 'at most', maxItems: 'at most' } as const;
const units: Record<string, string> = { Length: ' characters', Items: ' items' };
const findUnit = (keyword: string) => units[keyword.slice(3)] ?? '';

const boundIncompatibilities = (actual: JsonSchema, expected: JsonSchema, at: string): Incompatibility[] => {
  const number = (schema: JsonSchema, keyword: string, none: number) =>
    typeof schema[keyword] === 'number' ? schema[keyword] : none;
  const low = Object.keys(lower).filter((k) => number(actual, k, -Infinity) < number(expected, k, -Infinity));
  const high = Object.keys(upper).filter((k) => number(actual, k, Infinity) > number(expected, k, Infinity));
  const forms = ['pattern', 'format'].filter((k) => expected[k] !== undefined && expected[k] !== actual[k]);
  return [
    // The length of every array and string is at least 0.
    ...low
      .filter((k) => k === 'minimum' || expected[k] !== 0)
      .map((k) => `at least ${String(expected[k])}${findUnit(k)}`),
    ...high.map((k) => `at most ${String(expected[k])}${findUnit(k)}`),
    ...forms.map((k) => `of the ${k} ${String(expected[k])}`),
  ].map((text) => ({ kind: 'bound', at, expected: text }));
};

const valueIncompatibilities = (
  actual: Alternative,
  expected: Alternative,
  at: string,
): Incompatibility[] => {
  if (!expected.values) return [];
  const { values } = actual;
  if (!values) return [{ kind: 'unlisted', at, expected: expected.values.map(String).join(', ') }];
  const unknown = values.filter((value) => !expected.values?.includes(value));
  return unknown.length > 0 ? [{ kind: 'values', at, values: unknown }] : [];
};

/** Compares two alternatives of the same type. */
const alternativeIncompatibilities = (
  actual: Alternative,
  expected: Alternative,
  at: string,
): Incompatibility[] => [
  ...valueIncompatibilities(actual, expected, at),
  ...objectIncompatibilities(actual.schema, expected.schema, at),
  ...itemIncompatibilities(actual.schema, expected.schema, at),
  ...(actual.values ? [] : boundIncompatibilities(actual.schema, expected.schema, at)),
];

const typeNames = (alternatives: readonly Alternative[]) =>
  [...new Set(alternatives.map(({ type }) => type ?? 'anything'))].join(' or ');

/**
 * Lists how a value of schema `actual` may violate schema `expected`; empty if every value is valid. Additional
 * properties are valid unless `expected` forbids them.
 */
export const incompatibilities = (actual: JsonSchema, expected: JsonSchema, at = ''): Incompatibility[] => {
  const choices = listAlternatives(expected);
  if (choices.some(({ type, values }) => type === undefined && !values)) return [];
  const sent = listAlternatives(actual);
  return sent.flatMap((alternative) => {
    const possible = choices
      .filter(({ type }) => isAssignable(alternative.type, type))
      .map((choice) => alternativeIncompatibilities(alternative, choice, at))
      .sort((a, b) => a.length - b.length);
    return possible[0] ?? [{ kind: 'type', at, actual: typeNames(sent), expected: typeNames(choices) }];
  });
};
