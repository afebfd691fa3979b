import { randomUUID } from 'node:crypto';
import { requestIdHeader } from '@readerlens/contract';
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import { requestDeadlineMs } from '../../deadlines.ts';
import type { Config } from '../config.ts';
import { errorResponse, toAppError } from './error-response.ts';
import type { AppError } from './errors.ts';
import { logCommonCause } from './common-cause-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it, or a call that came in it, was refused because of a limit or of load. */
    isRefused?: boolean;
  }
}

/** Request ids of callers that are safe in logs and headers. */
const safeId = /^[\w.:-]{8,64}$/;

/** Logs an unexpected error and returns the one to send. */
export const loggedError = (error: unknown, request: FastifyRequest): AppError => {
  const known = toAppError(error);
  if (known.isRefusal) request.isRefused = true;
  if (!logCommonCause(error, request.log) && known.status >= 500)
    request.log.error({ err: error }, 'request failed');
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
