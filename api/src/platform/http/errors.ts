import type { ErrorCode } from '@readerlens/contract';
import { forbiddenMessage, missingMessage } from '@readerlens/contract/messages';
import { countText } from '@readerlens/contract/numbers';

export interface ErrorDetail {
  path: string;
  message: string;
}

interface AppErrorOptions {
  details?: readonly ErrorDetail[];
  /** Response headers, such as retry-after. */
  headers?: Readonly<Record<string, string>>;
  /** Every request fails so until the database can be reached again. */
  isInterruption?: boolean;
  /** There was too much to do, of the caller or of all. */
  isRefusal?: boolean;
}

/** An error whose message is written for users and is sent to the caller unchanged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isInterruption: boolean;
  readonly isRefusal: boolean;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { details, headers = {}, isInterruption = false, isRefusal = false }: AppErrorOptions = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
    this.isInterruption = isInterruption;
    this.isRefusal = isRefusal;
  }
}

export const badRequest = (
  message: string,
  code: ErrorCode = 'bad_request',
  details?: readonly ErrorDetail[],
) => new AppError(400, code, message, details ? { details } : {});
/** Refuses the value of one field. */
export const invalidInput = (path: string, message: string) =>
  badRequest(message, 'invalid_input', [{ path, message }]);
export const unauthenticated = (message: string, code: ErrorCode = 'unauthenticated') =>
  new AppError(401, code, message, { headers: { 'www-authenticate': 'Bearer' } });
export const forbidden = (message = forbiddenMessage) => new AppError(403, 'forbidden', message);
export const notFound = (message: string) => new AppError(404, 'not_found', message);
/** `what`: 'user'. */
export const noSuchThing = (what: string) => notFound(missingMessage(what));
export const unknownAddress = () => notFound('This address does not exist.');
export const conflict = (message: string) => new AppError(409, 'conflict', message);

/** '20 seconds', '5 minutes', '2 hours'; rounded up. */
const waitText = (seconds: number): string => {
  if (seconds <= 60) return countText(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 3600) return countText(Math.ceil(seconds / 60), 'minute');
  return countText(Math.ceil(seconds / 3600), 'hour');
};

/** `reason` is a sentence; when to try again is added. */
export const tooManyRequests = (reason: string, retryAfterSeconds: number) =>
  new AppError(429, 'too_many_requests', `${reason} Please try again in ${waitText(retryAfterSeconds)}.`, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
    isRefusal: true,
  });
const retrySoon = { 'retry-after': '5' };
const busyText = 'The service is busy. Please try again in a moment.';
export const unavailable = (message = busyText) =>
  new AppError(503, 'unavailable', message, { headers: retrySoon });
/** Others use all sessions of the database. */
export const noSessionLeft = () =>
  new AppError(503, 'unavailable', busyText, { headers: retrySoon, isRefusal: true });
/** The database cannot be reached. */
export const interrupted = (message = 'The service is interrupted. Please try again in a moment.') =>
  new AppError(503, 'unavailable', message, {
    headers: retrySoon,
    isInterruption: true,
  });
