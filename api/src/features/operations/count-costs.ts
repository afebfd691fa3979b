import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { findCostPayer } from '../../people/client-costs.ts';
import type { ClientCosts } from '../../people/client-costs.ts';
import { meterUse } from '../../platform/caller.ts';

/** When requests that are counted began. */
type Starts = WeakMap<FastifyRequest, number>;

/** Counts what each call of the contract costs: its time, also if its caller leaves, and its use of the database. */
export const countCosts = fastifyPlugin(
  async (app: FastifyInstance, { clientCosts }: { clientCosts: ClientCosts }) => {
    const starts: Starts = new WeakMap();
    const finish = async (request: FastifyRequest) => {
      const start = starts.get(request);
      if (start === undefined) return;
      starts.delete(request);
      clientCosts.count(findCostPayer(request.session), {
        calls: 1,
        refused: request.isRefused ? 1 : 0,
        seconds: (clientCosts.now() - start) / 1000,
      });
    };
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.call !== undefined) starts.set(request, clientCosts.now());
    });
    // With a callback, because what an async hook sets ends with it.
    app.addHook('preHandler', (request, _reply, done) => {
      if (request.routeOptions.config.call === undefined) return done();
      const payer = findCostPayer(request.session);
      meterUse((databaseSeconds) => clientCosts.count(payer, { databaseSeconds }), done);
    });
    app.addHook('onResponse', finish);
    app.addHook('onRequestAbort', finish);
  },
);
