import { calls } from '@readerlens/contract';
import type { Access, CallAnswer, CallData, CallDefinition, CallKey, Calls } from '@readerlens/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Audit } from './audit.ts';
import type { Session } from './session.ts';
import { answersOf } from './answer-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route; one below /api without it keeps the API from starting. */
    access?: Access;
    /** The contract's call that the route answers. */
    call?: CallKey;
    /** Ask for the session of a public call when its token is good. */
    withSession?: boolean;
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

type Part<C, Name extends string> = C extends { [name in Name]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export interface CallContext<C extends CallDefinition> {
  readonly body: Part<C, 'body'>;
  readonly params: Part<C, 'params'>;
  readonly query: C extends { query: TSchema } ? Part<C, 'query'> : undefined;
  /** There for every call but public ones, whose session is there only if `withSession` was asked for. */
  readonly session: C['access'] extends { kind: 'public' } ? Session | undefined : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type TopOf<K extends CallKey> = Omit<CallAnswer<Calls[K]>, 'success' | 'message' | 'data'>;

/** What a handler answers: the payload, a message for people, and the keys that stand beside the payload. */
export type HandlerResult<K extends CallKey> = { data: CallData<Calls[K]>; message?: string } & TopOf<K>;

export interface RouteOptions<K extends CallKey> {
  handler: (context: CallContext<Calls[K]>) => Promise<HandlerResult<K>> | HandlerResult<K>;
  /** Whether a public call looks at a bearer that is sent along; a bad one counts as none. */
  withSession?: boolean;
  /** Largest body in bytes; 1 MiB unless told. */
  bodyLimit?: number;
}

/** Where features add their routes: below /api, with the audit of what is done while impersonating. */
export interface ApiScope {
  readonly app: FastifyInstance;
  readonly audit: Audit;
}

export const apiPrefix = '/api';

/** `/a/{id}` as Fastify writes it, below the prefix. */
const pathOf = (path: string) => path.slice(apiPrefix.length).replace(/\{(\w+)\}/g, ':$1');

/** Whether a signed-in call changes something; one that reads by POST says so in the contract. */
const changesSomething = (call: CallKey): boolean => {
  const { access, reads }: CallDefinition = calls[call];
  return access.kind === 'user' && !(reads ?? call.startsWith('GET '));
};

/**
 * Answers a call of the contract: its access is checked before the body is read, then the input is validated, the
 * handler runs, and its result is put into the envelope.
 */
export const route = <K extends CallKey>(
  { app, audit }: ApiScope,
  call: K,
  options: RouteOptions<K>,
): void => {
  const definition: CallDefinition = calls[call];
  const [method, path] = call.split(' ') as [string, string];
  const { params, query, body } = definition;
  const audited = changesSomething(call);
  app.route({
    method,
    url: pathOf(path),
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    config: { access: definition.access, call, withSession: options.withSession ?? false },
    schema: {
      summary: definition.summary,
      tags: [definition.tag],
      operationId: call,
      ...(definition.access.kind === 'public' ? { security: [] } : {}),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: answersOf(definition),
    },
    handler: async (request, reply) => {
      const { session } = request;
      if (audited && session?.impersonator) await audit.writeWhileImpersonating(session, call, request);
      const context = {
        body: request.body,
        params: request.params,
        query: request.query,
        session,
        request,
        reply,
      };
      const { message = '', ...result } = await options.handler(context as unknown as CallContext<Calls[K]>);
      return { success: true, message, ...result };
    },
  });
};
