import { calls } from '@readerlens/contract';
import type { Access, CallAnswer, CallData, CallDefinition, CallKey, Calls } from '@readerlens/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Audit } from '../audit.ts';
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
}

/** The session of a request; `core/people/session.ts` declares what Fastify's request has as one. */
export type RequestSession = NonNullable<FastifyRequest['session']>;

type Part<C, Name extends string> = C extends { [name in Name]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export interface CallContext<C extends CallDefinition> {
  readonly body: Part<C, 'body'>;
  readonly params: Part<C, 'params'>;
  readonly query: C extends { query: TSchema } ? Part<C, 'query'> : undefined;
  /** There for every call but public ones, whose session is there only if `withSession` was asked for. */
  readonly session: C['access'] extends { kind: 'public' } ? RequestSession | undefined : RequestSession;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a call of the contract with a `file` is answered with, without an envelope. */
export interface FileAnswer {
  /** What a browser saves it as. */
  readonly name: string;
  readonly content: Readable | Uint8Array;
  /** Where it is not the one that the contract states. */
  readonly mediaType?: string;
  /** Bytes of a stream whose length is known. */
  readonly size?: number;
}

type TopOf<K extends CallKey> = Omit<CallAnswer<Calls[K]>, 'success' | 'message' | 'data'>;

/** What a handler answers: the payload, a message for people, and the keys beside the payload; or a file. */
export type HandlerResult<K extends CallKey> = Calls[K] extends { readonly file: string }
  ? FileAnswer
  : { data: CallData<Calls[K]>; message?: string } & TopOf<K>;

export interface RouteOptions<K extends CallKey> {
  handler: (context: CallContext<Calls[K]>) => Promise<HandlerResult<K>> | HandlerResult<K>;
  /** Whether a public call looks at a bearer that is sent along; a bad one counts as none. */
  withSession?: boolean;
  /** Largest body in bytes; 1 MiB unless told. */
  bodyLimit?: number;
  /** Media types of the body; JSON alone unless told. */
  consumes?: readonly string[];
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

/** What encodeURIComponent leaves as it is although RFC 8187 does not allow it. */
const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The name twice (RFC 6266): in ASCII for old browsers, and as it is. */
export const disposition = (name: string): string => {
  const ascii = name.replace(/[^ -~]/g, '_').replace(/["\\]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
};

const sendFile = (
  reply: FastifyReply,
  usual: string,
  { name, content, mediaType = usual, size }: FileAnswer,
) =>
  reply
    .type(mediaType)
    .headers({
      'content-disposition': disposition(name),
      ...(size === undefined ? {} : { 'content-length': size }),
    })
    .send(content);

/**
 * Answers a call of the contract: its access is checked before the body is read, then the input is validated, the
 * handler runs, and its result is put into the envelope, or sent as the file that it is.
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
      ...(options.consumes ? { consumes: options.consumes } : {}),
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
      const answer = await options.handler(context as unknown as CallContext<Calls[K]>);
      if (definition.file !== undefined) return sendFile(reply, definition.file, answer as FileAnswer);
      const { message = '', ...result } = answer as { message?: string };
      return { success: true, message, ...result };
    },
  });
};
