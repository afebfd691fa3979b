import { isNativeError } from 'node:util/types';
import type { ErrorAnswer, ErrorCode } from '@readerlens/contract';
import { unexpectedMessage } from '@readerlens/contract/messages';
import type { FastifyError } from 'fastify';
import type { Static } from 'typebox';
import { DatabaseError, TooManyWaitingError, sqlState } from '../db/index.ts';
import { isDiskFull } from '../disk-space.ts';
import {
  AppError,
  badRequest,
  conflict,
  interrupted,
  noSessionLeft,
  tooManyRequests,
  unavailable,
  unknownAddress,
} from './errors.ts';

/** Replacements for Fastify's errors, whose messages are written for developers, by code. */
const fastifyErrors: Record<string, readonly [number, ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_request', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The body does not match its Content-Length.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', unknownAddress().message],
};

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN']);
/** The last one is of a later statement on a lost connection, such as the rollback of its transaction. */
const lostConnection =
  /timeout exceeded when trying to connect|connection terminated|cannot use a pool after|is not queryable/i;

/** SQLSTATE: lost connections, and a server that stops, has crashed or is starting. */
const noServer = /^(08|57P0[123])/;
/** SQLSTATE classes: resources, operator intervention, and conflicts that a retry resolves. */
const transient = /^(53|57|40)/;
/** Input values that passed validation but do not fit their SQL type. */
const invalidValue = new Set(['22P02', '22003', '22007', '22008', '22021', '22001', '2201B']);

const fromDatabase = (error: DatabaseError): AppError | undefined => {
  const { code = '' } = error;
  if (code === '23505') return conflict('This already exists.');
  if (code === '23503') return conflict('This is in use, or refers to something that does not exist.');
  if (code === '57014')
    return unavailable('This took too long. Please narrow your request, or try again in a moment.');
  if (noServer.test(code)) return interrupted();
  if (code === sqlState.tooManyConnections) return noSessionLeft();
  if (transient.test(code)) return unavailable();
  return invalidValue.has(code)
    ? badRequest('The input contains an invalid value.', 'invalid_input')
    : undefined;
};

/** 'orgIds' and 'must NOT have more than 50 items' are words of a schema; people read the message, and programs the details. */
const inWords = (name: string): string =>
  name.replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
const explain = (problem: string): string =>
  problem.replace('must NOT', 'must not').replace(/\bitems\b/, 'entries');

interface ProblemParams {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly allowedValues?: readonly unknown[];
}

const describeProblem = (params: ProblemParams, problem = 'is invalid'): string => {
  if (params.missingProperty !== undefined) return 'is required';
  if (params.additionalProperty !== undefined) return 'is unknown';
  return params.allowedValues ? `must be one of ${params.allowedValues.join(', ')}` : explain(problem);
};

const fromValidation = ({ validation, validationContext }: FastifyError): AppError | undefined => {
  const [first] = validation ?? [];
  if (!first) return undefined;
  const { params } = first as { params: ProblemParams };
  const missing = params.missingProperty ?? params.additionalProperty;
  const path = [...first.instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])].join(
    '.',
  );
  const place = path || (validationContext === 'querystring' ? 'query' : (validationContext ?? 'input'));
  const message = describeProblem(params, first.message);
  return badRequest(`${inWords(place)} ${message}`, 'invalid_input', [{ path: place, message }]);
};

const fromFastify = (error: FastifyError): AppError | undefined => {
  const known = fastifyErrors[error.code];
  if (known) return new AppError(...known);
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500 ? badRequest('The request is invalid.') : undefined;
};

/** Converts any error to one whose message may be sent; messages of unexpected errors are only logged. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return unavailable('The disk of the server is full. Nothing was saved.');
  const unexpected = new AppError(500, 'internal', unexpectedMessage);
  // Errors of Fastify are not native, and while jest runs, those of sockets are of another realm.
  if (!(error instanceof Error) && !isNativeError(error)) return unexpected;
  if (error instanceof DatabaseError) return fromDatabase(error) ?? unexpected;
  if (error instanceof TooManyWaitingError)
    return tooManyRequests(
      'Too many of your requests are waiting. Please try again in a moment.',
      error.retryAfterSeconds,
    );
  const { code } = error as { code?: unknown };
  if ((typeof code === 'string' && unreachable.has(code)) || lostConnection.test(error.message))
    return interrupted();
  const fastifyError = error as FastifyError;
  return fromValidation(fastifyError) ?? fromFastify(fastifyError) ?? unexpected;
};

export const errorResponse = (error: AppError, requestId: string): Static<typeof ErrorAnswer> => ({
  success: false,
  message: error.message,
  code: error.code,
  requestId,
  ...(error.details ? { details: [...error.details] } : {}),
});
