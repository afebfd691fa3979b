import httpProxy from '@fastify/http-proxy';
import type { AreaEntry, Registry } from '@readerlens/contract/registry';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { areaFiles } from '../host/area-files.ts';
import type { AreaStore } from '../store/area-store.ts';
import { computeIntegrity } from '../integrity.ts';
import { liveReload, liveReloadScript } from './live-reload.ts';

export interface DevProxyOptions {
  /** Address of the deployed shell. */
  shell: string;
  /** Store of the local builds. */
  store: AreaStore;
  /** The latest local build of the area; undefined before the first successful build. */
  local: () => AreaEntry | undefined;
}

/** Prefix of local builds; all other files at /areas/ come from the deployed shell. */
export const localPrefix = '/dev/remote';

const isFile = (url: string) => /^\/(shell|areas|dev|api)\//.test(url);

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !isFile(url) && (headers.accept ?? '').includes('text/html');

/** The registry with the local area added or replaced. It has no fallback, so that failures are visible. */
const registryWithLocal = ({ areas }: Registry, local: AreaEntry | undefined): Registry => ({
  areas: local
    ? [...areas.filter(({ id }) => id !== local.id), local].sort((a, b) => a.id.localeCompare(b.id))
    : areas,
});

const inlinedRegistry = /(<script type="application\/json" id="readerlens-registry">)(.*?)(<\/script>)/s;

const reload = '/dev/live-reload.js';
const reloadTag = `<script defer src="${reload}" crossorigin="anonymous" integrity="${computeIntegrity(liveReloadScript)}"></script>`;

/** Whether a tag loads files of the replaced version, or another live reload script. */
const isStale = (tag: string, registry: Registry | undefined, local: AreaEntry | undefined): boolean => {
  if (tag.startsWith('<script')) return tag.includes(reload);
  const deployed = registry?.areas.find((area) => area.id === local?.id);
  return deployed !== undefined && tag.includes(`href="${deployed.base}`);
};

const parseRegistry = (json: string | undefined): Registry | undefined => {
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  return value && Array.isArray((value as Registry).areas) ? (value as Registry) : undefined;
};

/** The page of a deployed shell with the local area in its inlined registry, and with live reload. */
const withLocalArea = (page: string, local: AreaEntry | undefined): string => {
  const registry = parseRegistry(inlinedRegistry.exec(page)?.[2]);
  // Escaped, so that no value can end the script element.
  const text = JSON.stringify(registryWithLocal(registry ?? { areas: [] }, local)).replaceAll('<', '\\u003c');
  return page
    .replaceAll(/<link [^>]*>|<script [^>]*><\/script>\n?/g, (tag) =>
      isStale(tag, registry, local) ? '' : tag,
    )
    .replace(inlinedRegistry, (whole, start: string, _old, end: string) =>
      registry ? start + text + end : whole,
    )
    .replace('</head>', () => `${reloadTag}\n</head>`);
};

/** Hop-by-hop headers, and those that do not apply to the changed page over http. */
const droppedHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'etag',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
]);

/** A page on http must not upgrade requests for its own files to https. */
const withoutUpgrade = (name: string, value: string) =>
  name === 'content-security-policy'
    ? value
        .split(';')
        .filter((part) => part.trim() !== 'upgrade-insecure-requests')
        .join(';')
    : value;

const passHeaders = (answer: Response, reply: FastifyReply) => {
  for (const [name, value] of answer.headers) {
    if (!droppedHeaders.has(name)) reply.header(name, withoutUpgrade(name, value));
  }
};

const unreachable = (reply: FastifyReply, shell: string) =>
  reply.code(502).type('text/plain').send(`${shell} cannot be reached.`);

/**
 * A proxy for a deployed product that adds the local build of one area to the registry, replacing the deployed version.
 * All other requests, including API calls, go to the deployed product.
 */
export const devProxy = async ({ shell, store, local }: DevProxyOptions): Promise<FastifyInstance> => {
  const app = fastify();
  const { origin } = new URL(shell);
  await app.register(liveReload, { stamp: () => JSON.stringify(local() ?? null) });
  await app.register(areaFiles, { store, prefix: localPrefix });

  app.get('/registry.json', async (_request, reply) => {
    const answer = await fetch(new URL('/registry.json', shell)).catch(() => undefined);
    if (!answer?.ok) return unreachable(reply, shell);
    return reply
      .header('cache-control', 'no-cache')
      .send(registryWithLocal((await answer.json()) as Registry, local()));
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await fetch(new URL(request.url, shell), { headers: { accept: 'text/html' } }).catch(
      () => undefined,
    );
    if (!answer) return unreachable(reply, shell);
    passHeaders(answer, reply);
    return reply.code(answer.status).send(withLocalArea(await answer.text(), local()));
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
