import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { requestIdHeader } from '@readerlens/contract';
import { features } from './features.ts';
import { docs } from './operations/docs.ts';
import { healthRoutes } from './operations/health.routes.ts';
import { metrics } from './operations/metrics.ts';
import { outboxViewer } from './operations/outbox-viewer.ts';
import { accessControl, declaredRoutes } from './platform/access.ts';
import type { DeclaredRoute } from './platform/access.ts';
import { answers } from './platform/answers.ts';
import { notFound } from './platform/errors.ts';
import type { Feature } from './platform/feature.ts';
import { createLogger } from './platform/logging.ts';
import { apiPrefix } from './platform/route.ts';
import { answerError, serverOptions } from './platform/server-options.ts';
import type { Services } from './platform/services.ts';
import { compileValidator, refuseNul } from './platform/validation.ts';

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

/**
 * Everything that the API answers, as a plugin for a server made with `serverOptions`: `/api`, `/metrics`, and with
 * the embedded database `/dev/outbox`.
 */
export const api = async (app: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { config, db } = options.services;
  const routes: RouteOptions[] = [];
  app.decorate('apiRoutes', () => declaredRoutes(routes));
  app.setErrorHandler(answerError);
  await app.register(metrics, { token: config.metricsToken });
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
