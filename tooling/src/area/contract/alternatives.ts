import type { JsonSchema } from '@readerlens/contract/registry';
import { isSchema } from './plain-schema.ts';

/** A schema of one type; an undefined type accepts any value. */
export interface Alternative {
  type: string | undefined;
  /** The allowed values, if the schema lists them. */
  values: readonly unknown[] | undefined;
  schema: JsonSchema;
}

const readSchemas = (value: unknown): JsonSchema[] | undefined =>
  Array.isArray(value) ? value.filter(isSchema) : undefined;

/** Merges the object schemas of `allOf` into one. */
const mergeParts = ({ allOf, ...own }: JsonSchema): JsonSchema => {
  const parts = [own, ...(readSchemas(allOf) ?? [])].map((part) => (part.allOf ? mergeParts(part) : part));
  const properties = parts.map((part) => (isSchema(part.properties) ? part.properties : {}));
  const required = parts.flatMap((part) =>
    Array.isArray(part.required) ? (part.required as unknown[]) : [],
  );
  return {
    ...Object.assign({}, ...parts),
    ...(properties.some((names) => Object.keys(names).length > 0)
      ? { properties: Object.assign({}, ...properties) as JsonSchema }
      : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
};

const typeOfValue = (value: unknown) => (value === null ? 'null' : typeof value);

/** Whether every value of type `a` is of type `b`; undefined means any type. */
export const isAssignable = (a: string | undefined, b: string | undefined): boolean =>
  b === undefined || a === b || (a === 'integer' && b === 'number');

const hasType = (value: unknown, type: string) =>
  type === 'integer' ? Number.isInteger(value) : isAssignable(typeOfValue(value), type);

const alternativesOfOne = (schema: JsonSchema): Alternative[] => {
  const values = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
  if (Array.isArray(schema.type)) {
    return (schema.type as string[]).flatMap((type) => alternativesOfOne({ ...schema, type }));
  }
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  const own = type === undefined ? values : values?.filter((value) => hasType(value, type));
  return [{ type: type ?? (values ? typeOfValue(values[0]) : undefined), values: own, schema }];
};

/** Merges all enums of one type into one alternative. */
const withEnumsMerged = (all: readonly Alternative[]): Alternative[] => {
  const lists = all.filter(({ values }) => values !== undefined);
  const types = [...new Set(lists.map(({ type }) => type))];
  return [
    ...all.filter(({ values }) => values === undefined),
    ...types.map((type) => ({
      type,
      values: [...new Set(lists.filter((list) => list.type === type).flatMap(({ values }) => values ?? []))],
      schema: lists.find((list) => list.type === type)!.schema,
    })),
  ];
};

/** Splits a schema into one alternative per type or branch. */
export const listAlternatives = (schema: JsonSchema): Alternative[] => {
  const branches = readSchemas(schema.anyOf) ?? readSchemas(schema.oneOf);
  if (branches) return withEnumsMerged(branches.flatMap(listAlternatives));
  return alternativesOfOne(schema.allOf ? mergeParts(schema) : schema);
};
