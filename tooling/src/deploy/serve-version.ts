import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { areaFiles } from '../host/area-files.ts';
import type { AreaStore } from '../store/area-store.ts';

/**
 * A server of staged versions for pages of any shell. Its files are public; a page loads them only through a preview
 * link that contains their integrity.
 */
export const versionServer = async (store: AreaStore): Promise<FastifyInstance> => {
  const app = fastify();
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });
  await app.register(areaFiles, { store });
  return app;
};
