import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { integrityOf } from '../integrity.ts';
import { defaultChannel } from '../registry/stored-registry.ts';
import type { AreaStore } from '../store/area-store.ts';
import { areaFiles } from './area-files.ts';
import { renderPage } from './page.ts';
import type { PlainScript } from './page.ts';
import { registryReader } from './registry-reader.ts';
import { contentSecurityPolicy, securityHeaders } from './security.ts';

export interface HostOptions {
  /** Where areas are deployed. */
  store: AreaStore;
  /** Which of its registries counts; production unless told. */
  channel?: string;
  /** Origins besides its own that areas may be deployed on. */
  origins?: string[];
  /** Origins that the page may load previews from as well. */
  previewOrigins?: string[];
  /** The shell's build, with files.json. */
  shellDir: string;
  /** Files served from the root as they are. */
  publicDir: string;
  /** Public settings for the browser. */
  publicConfig: unknown;
  /** Whether people reach this server by https. */
  secure: boolean;
  /** Text of the script at /dev/live-reload.js, in development. */
  liveReload?: string | undefined;
}

/** Paths that are never a page of the application: a missing one is a 404, not the page. */
const isFilePath = (pathname: string) => /^\/(shell|areas|dev|api)\//.test(pathname);

const wantsPage = (request: FastifyRequest, pathname: string) =>
  (request.method === 'GET' || request.method === 'HEAD') && !isFilePath(pathname);

const plainScript = (src: string, bytes: Buffer | string): PlainScript => ({
  src,
  integrity: integrityOf(bytes),
});

/**
 * Serves the browser's side of the product: the page with the registry in it, the shell's files, the areas'
 * immutable versions. Areas and registry are read as they are asked for, so a deploy needs no restart.
 */
export const host = async (app: FastifyInstance, options: HostOptions) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...securityHeaders, ...headersSet(reply) });
    if (options.secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });

  const files = { decorateReply: false, index: false as const, dotfiles: 'deny' as const };
  const forever = { ...files, immutable: true, maxAge: '365d', preCompressed: true };
  const shellFiles = () => readFileSync(path.join(options.shellDir, 'files.json'), 'utf8');
  const { origins = [], previewOrigins = [] } = options;
  app.get('/shell/files.json', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      // The page's policy does not tell those from the origins of previews; a deploy has to.
      .send({ ...(JSON.parse(shellFiles()) as FileList), areaOrigins: origins }),
  );
  await app.register(fastifyStatic, { ...forever, root: options.shellDir, prefix: '/shell/' });
  await app.register(areaFiles, { store: options.store });
  await app.register(fastifyStatic, { ...files, root: options.publicDir, prefix: '/', wildcard: false });

  const registryNow = registryReader({
    store: options.store,
    channel: options.channel ?? defaultChannel,
    onProblem: (error) =>
      error
        ? app.log.error({ err: error }, 'the registry of the areas cannot be read; the last good one stays')
        : app.log.info('the registry of the areas can be read again'),
  });
  const unavailable = (reply: FastifyReply) =>
    reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': '5' })
      .type('text/plain')
      .send('The registry of the areas cannot be read at the moment. Try again.');

  app.get('/registry.json', async (request, reply) => {
    const served = await registryNow().catch(() => undefined);
    if (!served) return unavailable(reply);
    reply.headers({ 'cache-control': 'no-cache', etag: served.etag });
    if (request.headers['if-none-match'] === served.etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(served.text);
  });

  const colorMode = plainScript(
    '/color-mode.js',
    readFileSync(path.join(options.publicDir, 'color-mode.js')),
  );
  const liveReload = options.liveReload ? plainScript('/dev/live-reload.js', options.liveReload) : undefined;

  const policy = { secure: options.secure, origins: [...new Set([...origins, ...previewOrigins])] };
  const sendPage = async (pathname: string, reply: FastifyReply) => {
    const served = await registryNow().catch(() => undefined);
    const nonce = randomBytes(16).toString('base64');
    const page = renderPage({
      nonce,
      pathname,
      registry: served?.registry,
      shell: JSON.parse(shellFiles()) as FileList,
      config: options.publicConfig,
      colorMode,
      liveReload,
    });
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, policy))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  };

  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0]!;
    if (wantsPage(request, pathname)) return sendPage(pathname, reply);
    return reply.code(404).type('text/plain').send('Not found');
  });
};

/** What a route set itself stands before the general headers. */
const headersSet = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.keys(securityHeaders).flatMap((name) =>
      reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [],
    ),
  );
