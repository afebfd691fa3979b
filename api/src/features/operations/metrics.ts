import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { forbidden } from '../../platform/http/errors.ts';
import { isLocalRequest } from './loopback.ts';
import { quiet } from './quiet.ts';

const isToken = (request: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const durationName = 'http_request_duration_seconds';

/** Request durations; servers of one process that share their services share them too, like the process metrics. */
const durationsIn = (registry: Registry): Histogram => {
  const existing = registry.getSingleMetric(durationName);
  if (existing) return existing as Histogram;
  collectDefaultMetrics({ register: registry });
  return new Histogram({
    name: durationName,
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
};

/**
 * `/metrics` for Prometheus: process, event loop lag, request durations by route, and job runs. Available on
 * this machine, and elsewhere with the token.
 */
export const metrics = fastifyPlugin(
  async (app: FastifyInstance, { token, registry }: { token: string | undefined; registry: Registry }) => {
    const durations = durationsIn(registry);
    app.addHook('onResponse', async (request, reply) => {
      const labels = {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      };
      durations.observe(labels, reply.elapsedTime / 1000);
    });
    app.get('/metrics', { schema: { hide: true }, ...quiet(app) }, async (request, reply) => {
      if (!isLocalRequest(request) && !(token && isToken(request, token))) throw forbidden();
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  },
);
