import { isRecord } from '@readerlens/contract/guards';
import type { JsonSchema } from '@readerlens/contract/registry';

/** Keywords that constrain values; the rest is documentation. */
const keywords = new Set([
  'type',
  'enum',
  'required',
  'additionalProperties',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);
const inner = new Set(['items', 'additionalProperties']);
const innerMaps = new Set(['properties', 'patternProperties']);
const innerLists = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'prefixItems']);

/** Deeper than any schema of the API; a recursive schema ends here and accepts any value below. */
const maxDepth = 24;

export const isSchema: (value: unknown) => value is JsonSchema = isRecord;

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const reference = schema.$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (isSchema(value) ? value[key] : undefined), root);
  return isSchema(found) ? found : {};
};

/**
 * Normalizes a schema: keeps only keywords that constrain values and resolves references in `root`, so that equivalent
 * schemas are equal.
 */
export const plainSchema = (given: JsonSchema, root: JsonSchema = {}, depth = 0): JsonSchema => {
  if (depth > maxDepth) return {};
  const schema = resolve(given, root);
  const below = (value: unknown) => (isSchema(value) ? plainSchema(value, root, depth + 1) : value);
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'const') return [['enum', [value]]];
    if (innerMaps.has(key) && isSchema(value)) {
      return [[key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, below(part)]))]];
    }
    if (innerLists.has(key) && Array.isArray(value)) return [[key, value.map(below)]];
    if (inner.has(key) && isSchema(value)) return [[key, below(value)]];
    return keywords.has(key) ? [[key, value]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
};
