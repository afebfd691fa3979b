import { Ajv } from 'ajv';
import type { Options, ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { badRequest } from './errors.ts';

const common: Options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false };

const createAjv = (options: Options): Ajv => {
  const ajv = new Ajv({ ...common, ...options });
  formats.default(ajv);
  return ajv;
};

/** Only values in URLs are coerced from text to numbers and booleans; bodies are not. */
const strict = createAjv({ coerceTypes: false });
const coercing = createAjv({ coerceTypes: true });

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }): ValidateFunction =>
  (httpPart === 'body' ? strict : coercing).compile(schema);

const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.includes('\0') || hasNul(each));
};

/** Throws 400 for input with a NUL character, which PostgreSQL cannot store in text. */
export const rejectNul = (...inputs: readonly unknown[]): void => {
  if (inputs.some(hasNul)) throw badRequest('The input contains a NUL character.', 'invalid_input');
};
