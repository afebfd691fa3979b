import type { JsonSchema } from '@readerlens/contract/registry';
import { isSchema } from './plain-schema.ts';

/** A schema of one type; none for anything at all. */
export interface Alternative {
  type: string | undefined;
  /** The only values, when they are listed. */
  values: readonly unknown[] | undefined;
  schema: JsonSchema;
}

const listOf = (value: unknown): JsonSchema[] | undefined =>
  Array.isArray(value) ? value.filter(isSchema) : undefined;

/** Objects that hold together, as one. */
const joined = ({ allOf, ...own }: JsonSchema): JsonSchema => {
  const parts = [own, ...(listOf(allOf) ?? [])].map((part) => (part.allOf ? joined(part) : part));
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

/** Whether each value of type `a` is one of type `b`; none of either is anything at all. */
export const fits = (a: string | undefined, b: string | undefined): boolean =>
  b === undefined || a === b || (a === 'integer' && b === 'number');

const isOf = (value: unknown, type: string) =>
  type === 'integer' ? Number.isInteger(value) : fits(typeOfValue(value), type);

const single = (schema: JsonSchema): Alternative[] => {
  const values = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
  if (Array.isArray(schema.type)) {
    return (schema.type as string[]).flatMap((type) => single({ ...schema, type }));
  }
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  const own = type === undefined ? values : values?.filter((value) => isOf(value, type));
  return [{ type: type ?? (values ? typeOfValue(values[0]) : undefined), values: own, schema }];
};

/** Listed values of one type are one alternative, however many schemas list them. */
const withListsMerged = (all: readonly Alternative[]): Alternative[] => {
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

/** What a value of the schema may be: one alternative per type or branch. */
export const alternativesOf = (schema: JsonSchema): Alternative[] => {
  const branches = listOf(schema.anyOf) ?? listOf(schema.oneOf);
  if (branches) return withListsMerged(branches.flatMap(alternativesOf));
  return single(schema.allOf ? joined(schema) : schema);
};
