import { calls } from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import type { FastifyError } from 'fastify';
import { compileValidator } from './validation.ts';

type Part = 'params' | 'body';
type Validate = ReturnType<typeof compileValidator>;

const validators = new Map<string, Validate>();

const findValidator = (call: CallKey, part: Part, schema: object): Validate => {
  const key = `${call} ${part}`;
  const found = validators.get(key) ?? compileValidator({ schema, httpPart: part, method: '', url: '' });
  validators.set(key, found);
  return found;
};

/**
 * Checks input of a call that did not come by its own route, and completes it with the defaults of the contract. Throws what the
 * server throws for a request of the call.
 */
export const checkCallInput = (call: CallKey, input: Readonly<Record<Part, unknown>>): void => {
  const definition: CallDefinition = calls[call];
  for (const part of ['params', 'body'] as const) {
    const schema = definition[part];
    const validate = schema && findValidator(call, part, schema);
    if (validate?.(input[part]) !== false) continue;
    const { errors } = validate as { errors?: FastifyError['validation'] };
    throw Object.assign(new Error('The input is invalid.'), { validation: errors, validationContext: part });
  }
};
