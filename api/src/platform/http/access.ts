import { isAllowed } from '@readerlens/contract';
import type { Access } from '@readerlens/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { forbidden } from './errors.ts';
import type { RequestSession } from './route.ts';

/** A route as it was declared. */
export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access | undefined;
  call: string | undefined;
}

/** Read late: a hook further in may still say who may use a route. */
export const declaredRoutes = (routes: readonly RouteOptions[]): DeclaredRoute[] =>
  routes.flatMap(({ method, url, config }) =>
    [method].flat().map((each) => ({ method: each, url, access: config?.access, call: config?.call })),
  );

/** Who makes a request. */
export interface RequestSessions {
  /** Throws 401 when the request has no valid session. */
  of(request: FastifyRequest): Promise<RequestSession>;
  ifAny(request: FastifyRequest): Promise<RequestSession | undefined>;
}

interface Options {
  sessions: RequestSessions;
  /** Filled with every route as it is added. */
  routes: RouteOptions[];
}

const checkRequests = (app: FastifyInstance, sessions: RequestSessions) => {
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
export const accessControl = fastifyPlugin(async (app: FastifyInstance, { sessions, routes }: Options) => {
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const open = declaredRoutes(routes)
      .filter(({ access }) => !access)
      .map(({ method, url }) => `${method} ${url}`);
    if (open.length > 0) throw new Error(`These routes do not say who may use them: ${open.join(', ')}`);
  });
  checkRequests(app, sessions);
});
