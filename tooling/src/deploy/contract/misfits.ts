import type { JsonSchema } from '@readerlens/contract/registry';
import { alternativesOf, fits } from './alternatives.ts';
import type { Alternative } from './alternatives.ts';
import { isSchema } from './plain-schema.ts';

/** One way in which a value of one schema may be no value of another; `at` as in 'filters[].field'. */
export type Misfit = { at: string } & (
  | { kind: 'absent' | 'optional' | 'unknown' }
  | { kind: 'type'; given: string; wanted: string }
  | { kind: 'values'; values: readonly unknown[] }
  | { kind: 'unlisted' | 'bound'; wanted: string }
);

const below = (at: string, name: string) => (at ? `${at}.${name}` : name);
const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What the properties of an object have that have no schema of their own; false for none. */
const restOf = (schema: JsonSchema): JsonSchema | boolean => {
  const byPattern = Object.values(asSchema(schema.patternProperties))[0];
  if (isSchema(byPattern)) return byPattern;
  return isSchema(schema.additionalProperties)
    ? schema.additionalProperties
    : schema.additionalProperties !== false;
};

const propertyMisfits = (given: JsonSchema, wanted: JsonSchema, at: string): Misfit[] => {
  const own = asSchema(given.properties);
  const known = asSchema(wanted.properties);
  const rest = restOf(wanted);
  return Object.entries(own).flatMap(([name, schema]) => {
    const counterpart = known[name] ?? rest;
    if (counterpart === false) return [{ kind: 'unknown' as const, at: below(at, name) }];
    return isSchema(counterpart) ? misfits(asSchema(schema), counterpart, below(at, name)) : [];
  });
};

const objectMisfits = (given: JsonSchema, wanted: JsonSchema, at: string): Misfit[] => {
  const always = namesOf(given.required);
  const sometimes = asSchema(given.properties);
  const missing = namesOf(wanted.required)
    .filter((name) => !always.includes(name))
    .map((name): Misfit => ({ kind: name in sometimes ? 'optional' : 'absent', at: below(at, name) }));
  const [rest, wantedRest] = [restOf(given), restOf(wanted)];
  const others = isSchema(rest) && isSchema(wantedRest) ? misfits(rest, wantedRest, below(at, '*')) : [];
  return [...missing, ...propertyMisfits(given, wanted, at), ...others];
};

const itemMisfits = (given: JsonSchema, wanted: JsonSchema, at: string): Misfit[] =>
  isSchema(given.items) && isSchema(wanted.items) ? misfits(given.items, wanted.items, `${at}[]`) : [];

const lower = { minimum: 'at least', minLength: 'at least', minItems: 'at least' } as const;
const upper = { maximum: 'at most', maxLength: 'at most', maxItems: 'at most' } as const;
const units: Record<string, string> = { Length: ' characters', Items: ' items' };
const unitOf = (keyword: string) => units[keyword.slice(3)] ?? '';

const boundMisfits = (given: JsonSchema, wanted: JsonSchema, at: string): Misfit[] => {
  const number = (schema: JsonSchema, keyword: string, none: number) =>
    typeof schema[keyword] === 'number' ? schema[keyword] : none;
  const low = Object.keys(lower).filter((k) => number(given, k, -Infinity) < number(wanted, k, -Infinity));
  const high = Object.keys(upper).filter((k) => number(given, k, Infinity) > number(wanted, k, Infinity));
  const forms = ['pattern', 'format'].filter((k) => wanted[k] !== undefined && wanted[k] !== given[k]);
  return [
    // Every array and text has a length of at least 0.
    ...low
      .filter((k) => k === 'minimum' || wanted[k] !== 0)
      .map((k) => `at least ${String(wanted[k])}${unitOf(k)}`),
    ...high.map((k) => `at most ${String(wanted[k])}${unitOf(k)}`),
    ...forms.map((k) => `of the ${k} ${String(wanted[k])}`),
  ].map((text) => ({ kind: 'bound', at, wanted: text }));
};

const valueMisfits = (given: Alternative, wanted: Alternative, at: string): Misfit[] => {
  if (!wanted.values) return [];
  const { values } = given;
  if (!values) return [{ kind: 'unlisted', at, wanted: wanted.values.map(String).join(', ') }];
  const unknown = values.filter((value) => !wanted.values?.includes(value));
  return unknown.length > 0 ? [{ kind: 'values', at, values: unknown }] : [];
};

/** Of alternatives of one type. */
const alternativeMisfits = (given: Alternative, wanted: Alternative, at: string): Misfit[] => [
  ...valueMisfits(given, wanted, at),
  ...objectMisfits(given.schema, wanted.schema, at),
  ...itemMisfits(given.schema, wanted.schema, at),
  ...(given.values ? [] : boundMisfits(given.schema, wanted.schema, at)),
];

const named = (alternatives: readonly Alternative[]) =>
  [...new Set(alternatives.map(({ type }) => type ?? 'anything'))].join(' or ');

/**
 * In which ways a value of `given` may be no value of `wanted`. Empty when every value fits: properties more than were
 * wanted fit where `wanted` does not forbid them.
 */
export const misfits = (given: JsonSchema, wanted: JsonSchema, at = ''): Misfit[] => {
  const choices = alternativesOf(wanted);
  if (choices.some(({ type, values }) => type === undefined && !values)) return [];
  const sent = alternativesOf(given);
  return sent.flatMap((alternative) => {
    const possible = choices
      .filter(({ type }) => fits(alternative.type, type))
      .map((choice) => alternativeMisfits(alternative, choice, at))
      .sort((a, b) => a.length - b.length);
    return possible[0] ?? [{ kind: 'type', at, given: named(sent), wanted: named(choices) }];
  });
};
