import { randomUUID } from 'node:crypto';
import { requestIdHeader } from '@readerlens/contract';
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { errorAnswer, toAppError } from './error-answer.ts';

/** An id that a caller gives is taken when it can do no harm in a log or a header. */
const saneId = /^[\w.:-]{8,64}$/;

export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toAppError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  return reply.code(known.status).headers(known.headers).send(errorAnswer(known, request.id));
};

/** The nearest proxies are trusted, counted from this server. */
const trusted = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** Options of the server that the API runs in. */
export const serverOptions = (
  config: Pick<Config, 'trustProxy'>,
  logger: FastifyBaseLogger,
): FastifyHttpOptions<Server> => ({
  loggerInstance: logger,
  trustProxy: trusted(config.trustProxy),
  // A page's address carries its filters, as many characters of them as a short link keeps, and has to survive a reload.
  http: { maxHeaderSize: 80 * 1024 },
  bodyLimit: 1024 * 1024,
  requestTimeout: 60_000,
  forceCloseConnections: 'idle',
  return503OnClosing: true,
  routerOptions: { maxParamLength: 300 },
  genReqId: ({ headers }) => {
    const given = headers[requestIdHeader];
    return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
  },
  frameworkErrors: (error, request, reply) => {
    void answerError(error, request, reply);
  },
});
