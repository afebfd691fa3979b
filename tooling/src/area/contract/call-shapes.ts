import type { CallDefinition } from '@readerlens/contract';
import type { CallShape, JsonSchema } from '@readerlens/contract/registry';
import { isSchema, plainSchema } from './plain-schema.ts';

export const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {});

const part = (name: keyof CallShape, schema: JsonSchema | undefined): CallShape =>
  schema ? { [name]: schema } : {};

const json = (schema: unknown): JsonSchema | undefined =>
  schema === undefined ? undefined : plainSchema(JSON.parse(JSON.stringify(schema)) as JsonSchema);

/** A successful answer: the envelope, or the data alone. */
const buildAnswerSchema = ({ data, top, plain }: CallDefinition): JsonSchema => {
  if (plain) return json(data)!;
  const payload: Record<string, unknown> = {
    success: { type: 'boolean', enum: [true] },
    message: { type: 'string' },
    data,
    ...top?.properties,
  };
  const isOptional = (key: string) => key in (top?.properties ?? {}) && !top?.required?.includes(key);
  const required = Object.keys(payload).filter((key) => !isOptional(key));
  return json({ type: 'object', required, properties: payload })!;
};

/** The shape that an area built with this call definition sends and expects. */
export const shapeOfDefinition = (definition: CallDefinition): CallShape => ({
  ...part('params', json(definition.params)),
  ...part('query', json(definition.query)),
  ...part('body', json(definition.body)),
  ...(definition.file ? {} : part('answer', buildAnswerSchema(definition))),
});

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}');
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/**
 * Finds the operation of a call key in an OpenAPI document, regardless of the names of its path parameters. A document
 * has a path twice if its methods name the parameters differently.
 */
const findOperation = (document: JsonSchema, key: string) => {
  const [method = '', path = ''] = key.split(' ');
  return Object.entries(asSchema(document.paths)).flatMap(([name, methods]) => {
    const operation = asSchema(methods)[method.toLowerCase()];
    return withoutNames(name) === withoutNames(path) && isSchema(operation) ? { operation, path: name } : [];
  })[0];
};

/** The path or query parameters as one object schema, with names mapped by `rename`. */
const buildParameterSchema = (
  operation: JsonSchema,
  place: 'path' | 'query',
  rename: (name: string) => string,
): JsonSchema | undefined => {
  const all = Array.isArray(operation.parameters) ? operation.parameters.map(asSchema) : [];
  const here = all.filter((parameter) => parameter.in === place);
  if (here.length === 0) return undefined;
  const named = here.map((parameter) => ({ ...parameter, name: rename(String(parameter.name)) }));
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((parameter) => [parameter.name, asSchema(parameter).schema])),
    required: named.filter((parameter) => asSchema(parameter).required === true).map(({ name }) => name),
    additionalProperties: false,
  };
};

const contentSchema = (value: unknown): JsonSchema | undefined => {
  const content = asSchema(asSchema(value).content);
  const { schema } = asSchema(content['application/json'] ?? content['application/x-www-form-urlencoded']);
  return isSchema(schema) ? schema : undefined;
};

/** The shape of a call in an OpenAPI document; undefined if the document does not have it. */
export const shapeInDocument = (document: JsonSchema, key: string): CallShape | undefined => {
  const found = findOperation(document, key);
  if (!found) return undefined;
  const { operation, path } = found;
  const own = namesIn(key);
  const rename = (name: string) => own[namesIn(path).indexOf(name)] ?? name;
  const plain = (schema: JsonSchema | undefined) => schema && plainSchema(schema, document);
  return {
    ...part('params', plain(buildParameterSchema(operation, 'path', rename))),
    ...part('query', plain(buildParameterSchema(operation, 'query', (name) => name))),
    ...part('body', plain(contentSchema(operation.requestBody))),
    ...part('answer', plain(contentSchema(asSchema(operation.responses)['200']))),
  };
};
