import type { ErrorAnswer, ErrorCode } from '@readerlens/contract';
import type { FastifyError } from 'fastify';
import type { Static } from 'typebox';
import { DatabaseError } from '../db/index.ts';
import { AppError, badRequest, conflict, unavailable } from './errors.ts';

/** Fastify's own refusals, by code; their words are for programmers. */
const refusals: Record<string, readonly [number, ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_request', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The body is shorter or longer than announced.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'There is nothing at this address.'],
};

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN']);
const lostConnection =
  /timeout exceeded when trying to connect|connection terminated|cannot use a pool after/i;

/** Classes of SQLSTATE: connection, resources, operator, and conflicts that a second try resolves. */
const transient = /^(08|53|57|40)/;
/** Values that do not fit the type they are compared with: what a caller sent, and validation let pass. */
const unfit = new Set(['22P02', '22003', '22007', '22008', '22021', '22001', '2201B']);

const ofDatabase = (error: DatabaseError): AppError | undefined => {
  const { code = '' } = error;
  if (code === '23505') return conflict('It exists already.');
  if (code === '23503') return conflict('It is in use, or refers to something that does not exist.');
  if (code === '57014')
    return unavailable('This took too long. Please narrow it down, or try again in a moment.');
  if (transient.test(code)) return unavailable();
  return unfit.has(code)
    ? badRequest('The input contains a value that cannot be used.', 'invalid_input')
    : undefined;
};

const ofValidation = ({ validation, validationContext }: FastifyError): AppError | undefined => {
  const [first] = validation ?? [];
  if (!first) return undefined;
  const { params } = first as { params: { missingProperty?: string; additionalProperty?: string } };
  const missing = params.missingProperty ?? params.additionalProperty;
  const path = [...first.instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])].join(
    '.',
  );
  const place = path || (validationContext === 'querystring' ? 'query' : (validationContext ?? 'input'));
  const problem =
    params.additionalProperty === undefined ? (first.message ?? 'is not valid') : 'is not known';
  const message = params.missingProperty === undefined ? problem : 'is required';
  return badRequest(`${place} ${message}`, 'invalid_input', [{ path: place, message }]);
};

const ofFastify = (error: FastifyError): AppError | undefined => {
  const known = refusals[error.code];
  if (known) return new AppError(...known);
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500 ? badRequest('The request cannot be understood.') : undefined;
};

/** Any failure as one that may be told; undefined texts of the server stay in its log. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const unexpected = new AppError(500, 'internal', 'An unexpected error occurred');
  if (!(error instanceof Error)) return unexpected;
  if (error instanceof DatabaseError) return ofDatabase(error) ?? unexpected;
  const { code } = error as { code?: unknown };
  if ((typeof code === 'string' && unreachable.has(code)) || lostConnection.test(error.message))
    return unavailable();
  const fromFastify = error as FastifyError;
  return ofValidation(fromFastify) ?? ofFastify(fromFastify) ?? unexpected;
};

export const errorAnswer = (error: AppError, requestId: string): Static<typeof ErrorAnswer> => ({
  success: false,
  message: error.message,
  code: error.code,
  requestId,
  ...(error.details ? { details: [...error.details] } : {}),
});
