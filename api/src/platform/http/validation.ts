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

/** Compiles a schema when it is first used: there are hundreds, which would take a second or two of every start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? strict : coercing;
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown): boolean => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors;
    return isValid;
  };
  validate.errors = undefined as ValidateFunction['errors'];
  return validate;
};

/** Far more than any body of the contract has. */
const maxDepth = 32;

const checkValue = (value: unknown, depth: number): void => {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badRequest('The input contains a NUL character.', 'invalid_input');
  } else if (typeof value === 'object' && value !== null) {
    if (depth === maxDepth) throw badRequest('The input is nested too deeply.', 'invalid_input');
    for (const [key, each] of Object.entries(value)) {
      checkValue(key, depth);
      checkValue(each, depth + 1);
    }
  }
};

/**
 * Throws 400 for input with a NUL character, which PostgreSQL cannot store in text, or with so many levels that
 * recursive functions, such as the schema validator, exceed the stack.
 */
export const checkInput = (...inputs: readonly unknown[]): void => {
  for (const input of inputs) checkValue(input, 0);
};
