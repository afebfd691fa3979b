import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { requestIdHeader } from '@readerlens/contract';
import { features } from './features.ts';
import { docs } from './features/operations/docs.ts';
import { healthRoutes } from './features/operations/health.routes.ts';
import { metrics } from './features/operations/metrics.ts';
import { outboxViewer } from './features/operations/outbox-viewer.ts';
import { accessControl, declaredRoutes } from './platform/http/access.ts';
import type { DeclaredRoute } from './platform/http/access.ts';
import { answers } from './platform/http/answers.ts';
import { notFound } from './platform/http/errors.ts';
import type { Feature, Services } from './core/services.ts';
import { createLogger } from './platform/http/logging.ts';
import { apiPrefix } from './platform/http/route.ts';
import { answerError, serverOptions } from './platform/http/server-options.ts';
import { compileValidator, refuseNul } from './platform/http/validation.ts';

export interface ApiOptions {
  services: Services;
  /** Holds every answer against the contract: one that breaks it becomes a 500. For tests. */
  checkAnswers?: boolean;
  /** Instead of the product's own, for tests of the platform. */
  features?: readonly Feature[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the API, for the checks that walk them. */
    apiRoutes(): DeclaredRoute[];
  }
}

const belowPrefix = async (app: FastifyInstance, options: ApiOptions & { routes: RouteOptions[] }) => {
  const { services } = options;
  app.setValidatorCompiler(compileValidator);
  app.setNotFoundHandler(() => {
    throw notFound('There is nothing at this address.');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
  app.addHook('preValidation', async ({ body, params, query }) => refuseNul(body, params, query));
  await app.register(answers, { checkAnswers: options.checkAnswers ?? false });
  await app.register(accessControl, { sessions: services.sessions, routes: options.routes });
  await app.register(docs);
  healthRoutes(app, services.db);
  for (const feature of options.features ?? features) feature({ app, audit: services.audit }, services);
};

/** What a process answers that does nothing but the work outside of requests: its health and its metrics. */
const workerRoutes = async (app: FastifyInstance, { config, db, metrics: registry }: Services) => {
  app.setErrorHandler(answerError);
  await app.register(metrics, { token: config.metricsToken, registry });
  await app.register(async (below) => healthRoutes(below, db), { prefix: apiPrefix });
};

/**
 * Everything that the API answers, as a plugin for a server made with `serverOptions`: `/api`, `/metrics`, and with
 * the embedded database `/dev/outbox`.
 */
export const api = async (app: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { config, db } = options.services;
  if (config.workers === 'only') return workerRoutes(app, options.services);
  const routes: RouteOptions[] = [];
  app.decorate('apiRoutes', () => declaredRoutes(routes));
  app.setErrorHandler(answerError);
  await app.register(metrics, { token: config.metricsToken, registry: options.services.metrics });
  await app.register(belowPrefix, { ...options, routes, prefix: apiPrefix });
  if (db.engine === 'pglite') await app.register(outboxViewer, { db, publicUrl: config.publicUrl });
};

/** The API as a server of its own; `inject` it, or let it listen. */
export const buildApi = async (
  options: ApiOptions & { logger?: FastifyBaseLogger },
): Promise<FastifyInstance> => {
  const { config } = options.services;
  const app: FastifyInstance = fastify(serverOptions(config, options.logger ?? createLogger(config)));
  await app.register(fastifyPlugin(api), options);
  await app.ready();
  return app;
};
