import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { requestIdHeader } from '@readerlens/contract';
import { features } from './features.ts';
import { registerAlarmMetrics } from './features/operations/alarms/alarm-metrics.ts';
import { countCosts } from './features/operations/count-costs.ts';
import { docs } from './features/operations/docs.ts';
import { healthRoutes } from './features/operations/health.routes.ts';
import { metrics } from './features/operations/metrics.ts';
import { outboxViewer } from './features/operations/outbox-viewer.ts';
import { mailSamples } from './mail-samples.ts';
import { createAttempts } from './platform/http/attempts.ts';
import { accessControl, declaredRoutes } from './platform/http/access.ts';
import type { DeclaredRoute } from './platform/http/access.ts';
import { closeConnections } from './platform/http/close-connections.ts';
import { responses } from './platform/http/responses.ts';
import { unknownAddress } from './platform/http/errors.ts';
import type { Feature, Services } from './people/services.ts';
import { createLogger } from './platform/http/logging.ts';
import { apiPrefix } from './platform/http/route.ts';
import { sendError, serverOptions } from './platform/http/server-options.ts';
import { namePlugin } from './platform/http/name-plugin.ts';
import { compileValidator, checkInput } from './platform/http/validation.ts';

export interface ApiOptions {
  services: Services;
  /** Validates every response against the contract; a violation becomes a 500. For tests. */
  checkResponses?: boolean;
  /** Replaces the product's features, for tests of the platform. */
  features?: readonly Feature[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes of the API, for checks of all of them. */
    apiRoutes(): DeclaredRoute[];
  }
}

const addCalls = async (app: FastifyInstance, options: ApiOptions & { routes: RouteOptions[] }) => {
  const { services } = options;
  app.setValidatorCompiler(compileValidator);
  app.setNotFoundHandler(() => {
    throw unknownAddress();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
  app.addHook('preValidation', async ({ body, params, query }) => checkInput(body, params, query));
  await app.register(responses, { checkResponses: options.checkResponses ?? false });
  await app.register(countCosts, services);
  await app.register(accessControl, { ...services, routes: options.routes });
  await app.register(docs, { config: services.config });
  healthRoutes(app, services);
  const attempts = createAttempts(services.db, services.jobs.clock);
  for (const feature of options.features ?? features)
    feature({ app, audit: services.audit, attempts }, services);
};

/** Routes of a process that only does background work: health and metrics. */
const workerRoutes = async (app: FastifyInstance, services: Services) => {
  const { config, metrics: registry } = services;
  app.setErrorHandler(sendError);
  await app.register(metrics, { token: config.metricsToken, registry });
  await app.register(async (below) => healthRoutes(below, services), { prefix: apiPrefix });
};

/**
 * The API as a plugin for a server with `serverOptions`: `/api`, `/metrics` and, with the embedded database,
 * `/dev/outbox`.
 */
export const api = async (app: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { config, db } = options.services;
  await app.register(closeConnections);
  registerAlarmMetrics(options.services);
  if (config.workers === 'only') return workerRoutes(app, options.services);
  const routes: RouteOptions[] = [];
  app.decorate('apiRoutes', () => declaredRoutes(routes));
  app.setErrorHandler(sendError);
  await app.register(metrics, { token: config.metricsToken, registry: options.services.metrics });
  await app.register(namePlugin('calls', addCalls), { ...options, routes, prefix: apiPrefix });
  if (db.engine !== 'pglite') return;
  const samples = Object.values(mailSamples(config)).flat();
  await app.register(outboxViewer, { db, publicUrl: config.publicUrl, samples });
};

/** The API as a separate server that does not listen yet. */
export const buildApi = async (
  options: ApiOptions & { logger?: FastifyBaseLogger },
): Promise<FastifyInstance> => {
  const { config } = options.services;
  const app: FastifyInstance = fastify(serverOptions(config, options.logger ?? createLogger(config)));
  await app.register(fastifyPlugin(api), options);
  await app.ready();
  return app;
};
