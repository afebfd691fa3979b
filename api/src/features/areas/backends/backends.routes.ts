import { anyone, signedIn } from '@readerlens/contract';
import { forbiddenMessage } from '@readerlens/contract/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../../people/services.ts';
import { clientDisconnectSignal } from '../../../platform/http/disconnect-signal.ts';
import { forbidden, notFound, unknownAddress } from '../../../platform/http/errors.ts';
import { namePlugin } from '../../../platform/http/name-plugin.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { apiPrefix, disposition } from '../../../platform/http/route.ts';
import { createBackendTokens } from './backend-token.ts';
import { backendLimits, createBackendCaller } from './call-backend.ts';
import type { BackendAnswer } from './call-backend.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Per person, over all areas. */
const callsPerMinute = 600;
const keysPerMinute = 60;

/** Whatever a browser takes the answer for, it runs nothing of it. */
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

const isJson = (mediaType: string) => /^application\/(?:[\w.-]+\+)?json\b/i.test(mediaType);

/** The address below that of a backend; undefined for one that leads out of it, as with '..'. */
const findTarget = (backend: string, rest: string): URL | undefined => {
  // A server behind it may decode these once more, and then leave its folder.
  if (/%(?:2f|5c|2e)/i.test(rest.split('?')[0]!)) return undefined;
  const base = `${backend}/`;
  const url = URL.canParse(rest, base) ? new URL(rest, base) : undefined;
  return url?.href.startsWith(base) && url.username === '' ? url : undefined;
};

const readFileName = (text: string | undefined) => /filename="?([^";]+)"?/.exec(text ?? '')?.[1];

/** JSON as it is, anything else as a file to save. */
const sendAnswer = (
  reply: FastifyReply,
  { status, mediaType = '', disposition: named, body }: BackendAnswer,
) => {
  // The shell ends the session after a 401, and the session is not what the backend refuses.
  if (status === 401) throw forbidden(forbiddenMessage);
  reply.code(status).headers(answerHeaders);
  if (body.length === 0) return reply.send();
  if (isJson(mediaType)) return reply.type('application/json; charset=utf-8').send(body);
  return reply
    .type('application/octet-stream')
    .header('content-disposition', disposition(readFileName(named) ?? 'download'))
    .send(body);
};

/**
 * The backends of areas, below `/api/x/ID/`, and the key that they check the caller's token with. They get no cookie, session or address
 * of the caller.
 */
export const areaBackendRoutes: Feature = (scope, services) => {
  const { config, db, secrets, audit, resolveHost } = services;
  const { backends } = config.areas;
  const tokens = createBackendTokens(secrets, config.publicUrl);
  const call = createBackendCaller({ allowPrivate: config.webhookAllowPrivate, resolve: resolveHost });
  const limitCalls = createRateLimit(db, { name: 'area backends', limit: callsPerMinute, periodMs: 60_000 });
  const limitKeys = createRateLimit(db, {
    name: 'area backend keys',
    limit: keysPerMinute,
    periodMs: 60_000,
  });

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const { area } = request.params as { area: string };
    const session = request.session!;
    const backend = backends.get(area);
    if (backend === undefined) throw notFound(`The area ${area} has no service here.`);
    // As sent: a decoded path may have other segments.
    const target = findTarget(backend, request.raw.url!.slice(`${apiPrefix}/x/${area}/`.length));
    if (!target) throw unknownAddress();
    await limitCalls(String((session.impersonator ?? session.user).id));
    const { method } = request;
    if (session.impersonator && method !== 'GET')
      await audit.writeWhileImpersonating(session, `${method} ${apiPrefix}/x/${area}`, request);
    const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
    const answer = await call(area, {
      method,
      url: target,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${await tokens.sign(area, session)}`,
        'x-request-id': request.id,
        ...(body === undefined
          ? {}
          : {
              'content-type': request.headers['content-type'] ?? 'application/octet-stream',
              'content-length': String(body.length),
            }),
      },
      body,
      signal: clientDisconnectSignal(reply),
    });
    return sendAnswer(reply, answer);
  };

  scope.app.get(
    '/area-backends/keys',
    { config: { access: anyone }, schema: { hide: true } },
    async (request) => {
      await limitKeys(request.ip);
      return tokens.readKeys();
    },
  );
  scope.app.register(
    namePlugin('area backends', async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: backendLimits.requestBytes },
        (_request, body, done) => done(null, body),
      );
      app.route({
        method: [...methods],
        url: '/x/:area/*',
        config: { access: signedIn },
        schema: { hide: true },
        handler: forward,
      });
    }),
  );
};
