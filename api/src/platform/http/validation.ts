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

/** Bodies are taken as they are; only what travels in an address, and so is text, is turned into numbers and flags. */
const strict = createAjv({ coerceTypes: false });
const coercing = createAjv({ coerceTypes: true });

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }): ValidateFunction =>
  (httpPart === 'body' ? strict : coercing).compile(schema);

const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.includes('\0') || hasNul(each));
};

/** PostgreSQL has no text with a NUL in it, so nothing that is sent may have one. Throws 400. */
export const refuseNul = (...inputs: readonly unknown[]): void => {
  if (inputs.some(hasNul)) throw badRequest('The input contains a NUL character.', 'invalid_input');
};
