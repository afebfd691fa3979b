import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { errorResponseSchema } from './response-schemas.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const ajv = new Ajv({ strict: false });
ajv.addSchema(errorResponseSchema);

/** By the text of their schema: every server describes the same responses anew, and the failures of all calls are alike. */
const validators = new Map<string, ValidateFunction>();

const findValidator = (schema: object): ValidateFunction => {
  const text = JSON.stringify(schema);
  const found = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, found);
  return found;
};

/** Returns a serializer that throws if a response violates the contract, also with an additional key. */
const createCheck = (schema: object) => {
  // Compiled on first use, because compiling the whole contract takes longer than most test files.
  let validate: ValidateFunction | undefined;
  return (data: unknown): string => {
    validate ??= findValidator(schema);
    if (!validate(data))
      throw new Error(`The response violates the contract: ${ajv.errorsText(validate.errors)}`);
    return JSON.stringify(data);
  };
};

/** Sends JSON with headers against caching and framing. `checkResponses` validates each response with the contract. */
export const responses = fastifyPlugin(
  async (app: FastifyInstance, { checkResponses }: { checkResponses: boolean }) => {
    app.addSchema(errorResponseSchema);
    app.setSerializerCompiler(({ schema }) =>
      checkResponses ? createCheck(schema as object) : (data) => JSON.stringify(data),
    );
    app.addHook('onSend', async (_request, reply) => {
      for (const [name, value] of Object.entries(headers)) {
        if (!reply.hasHeader(name)) reply.header(name, value);
      }
    });
  },
);
