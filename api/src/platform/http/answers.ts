import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { errorAnswerSchema } from './answer-schemas.ts';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Throws where an answer is not what the contract says; an extra key is one too many. */
const createCheck = () => {
  const ajv = new Ajv({ strict: false });
  ajv.addSchema(errorAnswerSchema);
  return (schema: object) => {
    // On first use: compiling the whole contract takes longer than most test files do.
    let validate: ValidateFunction | undefined;
    return (data: unknown): string => {
      validate ??= ajv.compile(schema);
      if (!validate(data))
        throw new Error(`The answer breaks the contract: ${ajv.errorsText(validate.errors)}`);
      return JSON.stringify(data);
    };
  };
};

/** How answers leave: as JSON, not cached, not framed. `checkAnswers` holds each against the contract. */
export const answers = fastifyPlugin(
  async (app: FastifyInstance, { checkAnswers }: { checkAnswers: boolean }) => {
    app.addSchema(errorAnswerSchema);
    const check = createCheck();
    app.setSerializerCompiler(({ schema }) =>
      checkAnswers ? check(schema as object) : (data) => JSON.stringify(data),
    );
    app.addHook('onSend', async (_request, reply) => {
      for (const [name, value] of Object.entries(headers)) {
        if (!reply.hasHeader(name)) reply.header(name, value);
      }
    });
  },
);
