import { apiScope, attemptHeader, calls, callsDoneOnce } from '@readerlens/contract';
import type { Access, CallData, CallDefinition, CallKey, Calls } from '@readerlens/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Audit } from '../audit.ts';
import { runFor } from '../caller.ts';
import type { Attempts } from './attempts.ts';
import { invalidInput } from './errors.ts';
import type { AppError } from './errors.ts';
import { parseUuid } from './ids.ts';
import { describeResponses } from './response-schemas.ts';
import { loggedError } from './server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. The API does not start with a route below /api that has none. */
    access?: Access;
    /** The call of the contract. */
    call?: CallKey;
    /** Whether to load the session of a public call if it has a valid token. */
    withSession?: boolean;
    /** Whether an API client may use the route. */
    api?: boolean;
  }
}

/** The session of a request; its type is declared in `people/session.ts`. */
export type RequestSession = NonNullable<FastifyRequest['session']>;

type Part<C, Name extends string> = C extends { [name in Name]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export interface CallContext<C extends CallDefinition> {
  readonly body: Part<C, 'body'>;
  readonly params: Part<C, 'params'>;
  readonly query: C extends { query: TSchema } ? Part<C, 'query'> : undefined;
  /** Always set, except for public calls: only with `withSession` and a valid token. */
  readonly session: C['access'] extends { kind: 'public' } ? RequestSession | undefined : RequestSession;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The response of a call with a `file` in the contract, without an envelope. */
export interface FileResponse {
  /** File name for the download; undefined for an answer that nobody saves. */
  readonly name?: string;
  readonly content: Readable | Uint8Array;
  /** If it differs from the contract's. */
  readonly mediaType?: string;
  /** Length of a stream in bytes, if known. */
  readonly size?: number;
}

type EnvelopeTop<K extends CallKey> = Calls[K] extends { readonly top: infer S extends TSchema }
  ? Static<S>
  : unknown;

/** The result of a handler: the payload, a message for users, and the keys next to the payload; or a file. */
export type HandlerResult<K extends CallKey> = Calls[K] extends { readonly file: string }
  ? FileResponse
  : Calls[K] extends { readonly plain: object; readonly data: infer S extends TSchema }
    ? { data: Static<S> }
    : { data: CallData<Calls[K]>; message?: string } & EnvelopeTop<K>;

export interface RouteOptions<K extends CallKey> {
  handler: (context: CallContext<Calls[K]>) => Promise<HandlerResult<K>> | HandlerResult<K>;
  /** Whether to load the session of a public call; an invalid token is ignored. */
  withSession?: boolean;
  /** Maximum size of the body in bytes; default: 1 MiB. */
  bodyLimit?: number;
  /** Media types of the body; default: JSON. */
  consumes?: readonly string[];
  /** Status and body of the failures of a `plain` call. */
  failure?: (error: AppError) => { status: number; body: object };
}

/** The scope to which features add their routes: below /api, with the audit of impersonated writes and the attempts of calls that are done once. */
export interface ApiScope {
  readonly app: FastifyInstance;
  readonly audit: Audit;
  readonly attempts: Attempts;
}

export const apiPrefix = '/api';

/** Converts `/api/a/{id}` to Fastify's `/a/:id`, without the prefix. */
const toFastifyPath = (path: string) => path.slice(apiPrefix.length).replace(/\{(\w+)\}/g, ':$1');

/** The name of a call in generated clients: `getUserByIdResendRegistrationEmail`. */
const buildOperationId = (call: CallKey): string => {
  const [method = '', path = ''] = call.split(' ');
  const words = path
    .slice(apiPrefix.length)
    .replace(/\{(\w+)\}/g, (_, name: string) => `by-${name}`)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
};

/** What the OpenAPI document says of the tokens that a call accepts; without it, those of sessions. */
const describeSecurity = ({ access, api }: CallDefinition): object => {
  if (access.kind === 'public') return { security: [] };
  return api ? { security: [{ session: [] }, { apiClient: [apiScope] }], 'x-api-clients': true } : {};
};

/** Whether a call with a session writes: all methods but GET, unless the contract's `reads` overrides it. */
const isWrite = (call: CallKey): boolean => {
  const { access, reads }: CallDefinition = calls[call];
  return access.kind === 'user' && !(reads ?? call.startsWith('GET '));
};

/** What identifies an attempt of a call that is done once; undefined for others. */
const readAttempt = (call: CallKey, request: FastifyRequest) => {
  const { session, params, query, body } = request;
  const given = request.headers[attemptHeader];
  if (!session || given === undefined || !callsDoneOnce.has(call)) return undefined;
  const key = parseUuid(String(given));
  if (key === undefined)
    throw invalidInput(
      attemptHeader,
      `The header ${attemptHeader} has to be 32 hexadecimal digits in five groups.`,
    );
  // Blinded Mode, because a repetition must not show what it hides.
  return { userId: session.user.id, key, request: [call, params, query, body, session.blinded] };
};

/** Encodes a character that encodeURIComponent does not encode, but RFC 8187 does not allow. */
const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A Content-Disposition header with the name in ASCII for old browsers, and in UTF-8 (RFC 6266). */
export const disposition = (name: string): string => {
  const ascii = name.replace(/[^ -~]/g, '_').replace(/["\\]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
};

const sendFile = (
  reply: FastifyReply,
  defaultType: string,
  { name, content, mediaType = defaultType, size }: FileResponse,
) =>
  reply
    .type(mediaType)
    .headers({
      ...(name === undefined ? {} : { 'content-disposition': disposition(name) }),
      ...(size === undefined ? {} : { 'content-length': size }),
    })
    .send(content);

const failWith =
  (failure: NonNullable<RouteOptions<CallKey>['failure']>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = loggedError(error, request);
    const { status, body } = failure(known);
    return reply.code(status).headers(known.headers).send(body);
  };

/** The body of a successful answer. */
export const toEnvelope = ({ message = '', ...result }: { readonly message?: string }) => ({
  success: true,
  message,
  ...result,
});

/** Who answers for the work of a request: the person, also while impersonating. */
const findPayer = (session: RequestSession | undefined): number | undefined =>
  session?.impersonator?.id ?? session?.user.id;

/** Whether all of a body can be left out. Such a call may have had none in an older version, which areas still use. */
const needsNoBody = (body: CallDefinition['body']): boolean => {
  const { type, required = [] } = (body ?? {}) as { type?: string; required?: readonly string[] };
  return type === 'object' && required.length === 0;
};

const addEmptyBody = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

/**
 * Adds the route of a call. Access is checked before the body is read; then the input is validated, the handler runs,
 * and its result is sent in the envelope, alone for a `plain` call, or as a file.
 */
export const route = <K extends CallKey>(
  { app, audit, attempts }: ApiScope,
  call: K,
  options: RouteOptions<K>,
): void => {
  const definition: CallDefinition = calls[call];
  const [method, path] = call.split(' ') as [string, string];
  const { params, query, body } = definition;
  const isAudited = isWrite(call);
  app.route({
    method,
    url: toFastifyPath(path),
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    ...(options.failure ? { errorHandler: failWith(options.failure) } : {}),
    ...(needsNoBody(body) ? { preValidation: addEmptyBody } : {}),
    config: {
      access: definition.access,
      call,
      withSession: options.withSession ?? false,
      api: definition.api ?? false,
    },
    schema: {
      summary: definition.summary,
      tags: [definition.tag],
      operationId: buildOperationId(call),
      ...(options.consumes ? { consumes: options.consumes } : {}),
      ...describeSecurity(definition),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: describeResponses(definition),
    },
    handler: async (request, reply) => {
      const { session } = request;
      if (isAudited && session?.impersonator) await audit.writeWhileImpersonating(session, call, request);
      const context = {
        body: request.body,
        params: request.params,
        query: request.query,
        session,
        request,
        reply,
      };
      const handle = async () => options.handler(context as unknown as CallContext<Calls[K]>);
      const attempt = readAttempt(call, request);
      const handled = await runFor(findPayer(session), () =>
        attempt ? attempts.do(attempt, handle) : handle(),
      );
      if (definition.file !== undefined) return sendFile(reply, definition.file, handled as FileResponse);
      const result = handled as { message?: string; data?: unknown };
      return definition.plain ? result.data : toEnvelope(result);
    },
  });
};
