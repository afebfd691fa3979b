import { randomUUID } from 'node:crypto';
import { requestIdHeader } from '@readerlens/contract';
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import { interruptionLogMs, requestDeadlineMs } from '../../deadlines.ts';
import type { Config } from '../config.ts';
import { errorResponse, toAppError } from './error-response.ts';
import type { AppError } from './errors.ts';

/** Request ids of callers that are safe in logs and headers. */
const safeId = /^[\w.:-]{8,64}$/;

const interruption = { quietUntil: 0, unlogged: 0 };

/** Logs that the database cannot be reached, once a minute: all requests fail for the same reason. */
const logInterruption = (error: unknown, request: FastifyRequest): void => {
  const now = Date.now();
  if (now < interruption.quietUntil) {
    interruption.unlogged += 1;
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  request.log.error({ reason, unlogged: interruption.unlogged }, 'the database cannot be reached');
  Object.assign(interruption, { quietUntil: now + interruptionLogMs, unlogged: 0 });
};

/** Logs an unexpected error and returns the one to send. */
export const loggedError = (error: unknown, request: FastifyRequest): AppError => {
  const known = toAppError(error);
  if (known.isInterruption) logInterruption(error, request);
  else if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  return known;
};

export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = loggedError(error, request);
  return reply.code(known.status).headers(known.headers).send(errorResponse(known, request.id));
};

/** A number means that many proxies, counted from this server. */
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** Fastify options for the server of the API. */
export const serverOptions = (
  config: Pick<Config, 'trustProxy'>,
  logger: FastifyBaseLogger,
): FastifyHttpOptions<Server> => ({
  loggerInstance: logger,
  trustProxy: trusted(config.trustProxy),
  // The URL of a page contains its filters, which may be as long as a short link allows, and must work on reload.
  http: { maxHeaderSize: 80 * 1024 },
  bodyLimit: 1024 * 1024,
  requestTimeout: requestDeadlineMs,
  forceCloseConnections: 'idle',
  return503OnClosing: true,
  routerOptions: { maxParamLength: 300 },
  genReqId: ({ headers }) => {
    const given = headers[requestIdHeader];
    return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
  },
  frameworkErrors: (error, request, reply) => {
    void sendError(error, request, reply);
  },
});
