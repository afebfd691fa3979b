import { ErrorAnswer } from '@readerlens/contract';
import type { CallDefinition } from '@readerlens/contract';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/** The envelope of a call's successful response. */
export const buildEnvelope = ({ data, top }: CallDefinition): TSchema =>
  Type.Object(
    { success: Type.Literal(true), message: Type.String(), data, ...top?.properties },
    { additionalProperties: false, description: 'Success' },
  );

/** The successful response of a call: the envelope, the payload alone, or a file. */
const describeSuccess = (definition: CallDefinition) => {
  if (definition.plain) return { description: 'Success', ...definition.data };
  return definition.file === undefined
    ? buildEnvelope(definition)
    : {
        description: 'The file',
        content: { [definition.file]: { schema: { type: 'string', contentEncoding: 'binary' } } },
      };
};

/** Shared by all failures, so that the OpenAPI document contains it once. */
export const errorResponseSchema = { ...ErrorAnswer, $id: 'ErrorAnswer' };
const failure = (description: string) => ({ description, $ref: 'ErrorAnswer#' });

const describeFailures = ({ access, api, ...definition }: CallDefinition) => ({
  ...(definition.params || definition.query || definition.body
    ? { 400: failure('The input is invalid') }
    : {}),
  ...(access.kind === 'user'
    ? { 401: failure('No valid session'), 403: failure('The session may not make this call') }
    : {}),
  ...(api ? { 429: failure('Too many requests. Retry-After says when to try again') } : {}),
  '4xx': failure('The request is refused'),
  '5xx': failure('The server failed'),
});

const describePlainFailures = (schema: TSchema) => ({
  '4xx': { description: 'The request is refused', ...schema },
  '5xx': { description: 'The server failed', ...schema },
});

/** Responses of a call by HTTP status. */
export const describeResponses = (definition: CallDefinition) => ({
  200: describeSuccess(definition),
  ...(definition.plain ? describePlainFailures(definition.plain.failure) : describeFailures(definition)),
});
