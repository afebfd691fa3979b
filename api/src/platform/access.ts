import type { Access } from '@readerlens/contract';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { forbidden } from './errors.ts';
import { isAllowed } from './policy.ts';
import type { Sessions } from './sessions.ts';

/** A route as it was declared. */
export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access | undefined;
  call: string | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route below the prefix, for the checks that walk them. */
    declaredRoutes: DeclaredRoute[];
  }
}

const methodsOf = (method: string | readonly string[]) => [method].flat();

const checkRequests = (app: FastifyInstance, sessions: Sessions) => {
  app.decorateRequest('session', undefined);
  // Before the body is read: a stranger's upload is not worth the memory.
  app.addHook('onRequest', async (request) => {
    const { access, withSession } = request.routeOptions.config;
    if (!access) return;
    if (access.kind === 'public') {
      if (withSession) request.session = await sessions.ifAny(request);
      return;
    }
    const session = await sessions.of(request);
    if (!isAllowed(access, session)) throw forbidden();
    request.session = session;
  });
};

/**
 * Checks each request against the access that its route declares. A route that declares none keeps the server from
 * starting.
 */
export const accessControl = fastifyPlugin(async (app: FastifyInstance, { sessions }: { sessions: Sessions }) => {
  const routes: DeclaredRoute[] = [];
  app.decorate('declaredRoutes', routes);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of methodsOf(method)) {
      routes.push({ method: each, url, access: config?.access, call: config?.call });
    }
  });
  app.addHook('onReady', async () => {
    const open = routes.filter(({ access }) => !access).map(({ method, url }) => `${method} ${url}`);
    if (open.length > 0) throw new Error(`These routes do not say who may use them: ${open.join(', ')}`);
  });
  checkRequests(app, sessions);
});
