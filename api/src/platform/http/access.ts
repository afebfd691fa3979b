import { isAllowed } from '@readerlens/contract';
import type { Access } from '@readerlens/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ApiLimit } from './api-limit.ts';
import { forbidden } from './errors.ts';
import type { RequestSession } from './route.ts';

export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access | undefined;
  call: string | undefined;
}

/** Call it once the API is ready, because nested hooks may still set the access of a route. */
export const declaredRoutes = (routes: readonly RouteOptions[]): DeclaredRoute[] =>
  routes.flatMap(({ method, url, config }) =>
    [method].flat().map((each) => ({ method: each, url, access: config?.access, call: config?.call })),
  );

/** Sessions of requests. */
export interface RequestSessions {
  /** Throws 401 if the request has no valid session. */
  of(request: FastifyRequest): Promise<RequestSession>;
  /** Undefined if the request has no valid session. */
  optional(request: FastifyRequest): Promise<RequestSession | undefined>;
}

interface Options {
  sessions: RequestSessions;
  apiLimit: ApiLimit;
  /** Filled with every route as it is added. */
  routes: RouteOptions[];
}

const notForApiClients = () => forbidden('An API client cannot make this call.');

/** A public call treats an access token as no session. */
const personIn = (session: RequestSession | undefined) =>
  session?.apiClientId === undefined ? session : undefined;

const checkRequests = (app: FastifyInstance, { sessions, apiLimit }: Options) => {
  app.decorateRequest('session', undefined);
  // Before the body is read, so that unauthorized uploads use no memory.
  app.addHook('onRequest', async (request, reply) => {
    const { access, withSession, api } = request.routeOptions.config;
    if (!access) return;
    if (access.kind === 'public') {
      if (withSession) request.session = personIn(await sessions.optional(request));
      return;
    }
    const session = await sessions.of(request);
    // Before the checks, so that a call that is refused counts for somebody.
    request.session = session;
    if (session.apiClientId !== undefined) {
      await apiLimit(session.apiClientId, reply);
      if (!api) throw notForApiClients();
    }
    if (!isAllowed(access, session)) throw forbidden();
  });
};

/** Checks each request against the declared access of its route. The server does not start with a route without one. */
export const accessControl = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { routes } = options;
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const undeclared = declaredRoutes(routes)
      .filter(({ access }) => !access)
      .map(({ method, url }) => `${method} ${url}`);
    if (undeclared.length > 0) throw new Error(`Routes without declared access: ${undeclared.join(', ')}`);
  });
  checkRequests(app, options);
});
