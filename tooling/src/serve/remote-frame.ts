import httpProxy from '@fastify/http-proxy';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { areaFiles } from '../host/area-files.ts';
import type { AreaStore } from '../store/area-store.ts';
import { liveReload } from './live-reload.ts';
import { ownRegistry, reframed } from './reframe.ts';

export interface FrameOptions {
  /** Address of the deployed shell. */
  shell: string;
  /** Where the local builds are. */
  store: AreaStore;
  /** The area as it was built last; undefined before the first good build. */
  local: () => AreaEntry | undefined;
}

/** Below this the frame serves local builds; everything else at /areas/ is the deployed shell's. */
export const localPrefix = '/dev/remote';

const isFile = (url: string) => /^\/(shell|areas|dev|api)\//.test(url);

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !isFile(url) && (headers.accept ?? '').includes('text/html');

/** Of one hop, of another encoding, or of an https page: nothing that this frame could pass on. */
const dropped = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'etag',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
]);

/** A page on http must not ask for its own files by https. */
const relaxed = (name: string, value: string) =>
  name === 'content-security-policy'
    ? value
        .split(';')
        .filter((part) => part.trim() !== 'upgrade-insecure-requests')
        .join(';')
    : value;

const passHeaders = (answer: Response, reply: FastifyReply) => {
  for (const [name, value] of answer.headers) {
    if (!dropped.has(name)) reply.header(name, relaxed(name, value));
  }
};

const unreachable = (reply: FastifyReply, shell: string) =>
  reply.code(502).type('text/plain').send(`${shell} cannot be reached.`);

/**
 * A server that shows the pages of a deployed shell with one area of its own: the local build stands in the registry in
 * place of the deployed one, or beside the others. What the page asks of the API goes to the deployed one.
 */
export const remoteFrame = async ({ shell, store, local }: FrameOptions): Promise<FastifyInstance> => {
  const app = fastify();
  const { origin } = new URL(shell);
  await app.register(liveReload, { stamp: () => JSON.stringify(local() ?? null) });
  await app.register(areaFiles, { store, prefix: localPrefix });

  app.get('/registry.json', async (_request, reply) => {
    const answer = await fetch(new URL('/registry.json', shell)).catch(() => undefined);
    if (!answer?.ok) return unreachable(reply, shell);
    return reply
      .header('cache-control', 'no-cache')
      .send(ownRegistry((await answer.json()) as Registry, local()));
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await fetch(new URL(request.url, shell), { headers: { accept: 'text/html' } }).catch(
      () => undefined,
    );
    if (!answer) return unreachable(reply, shell);
    passHeaders(answer, reply);
    return reply.code(answer.status).send(reframed(await answer.text(), local()));
  };

  await app.register(httpProxy, {
    upstream: shell,
    preHandler: async (request, reply) => (wantsPage(request) ? sendPage(request, reply) : undefined),
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...(headers.origin ? { origin } : {}) }),
      rewriteHeaders: ({ 'strict-transport-security': _https, ...headers }) => headers,
    },
  });
  return app;
};
