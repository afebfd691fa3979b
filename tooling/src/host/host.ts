import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { computeIntegrity } from '../integrity.ts';
import { defaultChannel } from '../registry/stored-registry.ts';
import type { AreaStore } from '../store/area-store.ts';
import { areaFiles } from './area-files.ts';
import { kitFiles } from './kit-files.ts';
import type { Kit } from './kit-files.ts';
import { renderPage } from './page.ts';
import type { PlainScript } from './page.ts';
import { readStoreId } from '../registry/store-id.ts';
import type { ReadChannel } from '../registry/store-id.ts';
import { registryReader } from './registry-reader.ts';
import { contentSecurityPolicy, securityHeaders } from './security.ts';
import { canaryReader, withCanaries } from './served-canaries.ts';
import type { Canaries } from './served-canaries.ts';

export interface HostOptions {
  /** Where areas are deployed. */
  store: AreaStore;
  /** The channel whose registry is served; default: production. */
  channel?: string;
  /** The canaries that run; without, there are none. */
  readCanaries?: () => Promise<Canaries>;
  /** Other origins that areas may be deployed on. */
  origins?: string[];
  /** Other origins that the page may load previews from. */
  previewOrigins?: string[];
  /** The shell's build, with files.json. */
  shellDir: string;
  /** Builds the kit for areas from other repositories, when it is first requested; without, there is none. */
  buildKit?: () => Promise<Kit>;
  /** Static files served from the root. */
  publicDir: string;
  /** Public settings for the browser. */
  publicConfig: unknown;
  /** Whether users reach this server over https. */
  secure: boolean;
  /** Called each time the registry cannot be read. */
  onRegistryFailure?: () => void;
  /** Source of the script at /dev/live-reload.js, in development. */
  liveReload?: string | undefined;
}

/** Paths that are never a page of the application: unknown ones answer 404 instead of the page. */
const isFilePath = (pathname: string) => /^\/(shell|areas|dev|api)\//.test(pathname);

/** Whether an address that has no route of its own is one of a page. */
export const wantsPage = (request: Pick<FastifyRequest, 'method'>, pathname: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !isFilePath(pathname);

const plainScript = (src: string, bytes: Buffer | string): PlainScript => ({
  src,
  integrity: computeIntegrity(bytes),
});

/**
 * Serves the product's front end: the page with the registry in it, the shell's files, the areas' immutable versions.
 * Areas and registry are read on each request, so a deploy needs no restart.
 */
export const host = async (app: FastifyInstance, options: HostOptions) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...securityHeaders, ...routeHeaders(reply) });
    if (options.secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });

  const files = { decorateReply: false, index: false as const, dotfiles: 'deny' as const };
  const forever = { ...files, immutable: true, maxAge: '365d', preCompressed: true };
  const shellFiles = () => readFileSync(path.join(options.shellDir, 'files.json'), 'utf8');
  const { origins = [], previewOrigins = [] } = options;
  const channel = options.channel ?? defaultChannel;
  // A deploy checks what is added to the file; the page's policy also contains the origins of previews.
  app.get('/shell/files.json', async (_request, reply) => {
    const reads: ReadChannel = { storeId: await readStoreId(options.store), channel };
    return reply
      .header('cache-control', 'no-cache')
      .send({ ...(JSON.parse(shellFiles()) as FileList), areaOrigins: origins, reads });
  });
  if (options.buildKit) await app.register(kitFiles, { buildKit: options.buildKit });
  await app.register(fastifyStatic, { ...forever, root: options.shellDir, prefix: '/shell/' });
  await app.register(areaFiles, { store: options.store });
  await app.register(fastifyStatic, { ...files, root: options.publicDir, prefix: '/', wildcard: false });

  const readStored = registryReader({
    store: options.store,
    channel,
    onFailure: options.onRegistryFailure,
    onProblem: (error) =>
      error
        ? app.log.error({ err: error }, 'The area registry cannot be read; serving the last good one')
        : app.log.info('The area registry can be read again'),
  });
  // Soon, so that a store that is lost before the first page is not taken for an empty one. It logs what is wrong.
  void readStored().catch(() => undefined);
  const readCanaries = canaryReader(options.readCanaries ?? (async () => new Map()));
  const registryNow = async () => withCanaries(...(await Promise.all([readStored(), readCanaries()])));
  const unavailable = (reply: FastifyReply) =>
    reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': '5' })
      .type('text/plain')
      .send('The area registry is temporarily unavailable. Try again.');

  app.get('/registry.json', async (request, reply) => {
    const served = await registryNow().catch(() => undefined);
    if (!served) return unavailable(reply);
    reply.headers({ 'cache-control': 'no-cache', etag: served.etag });
    if (request.headers['if-none-match'] === served.etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(served.text);
  });

  const pageStart = plainScript(
    '/page-start.js',
    readFileSync(path.join(options.publicDir, 'page-start.js')),
  );
  const liveReload = options.liveReload ? plainScript('/dev/live-reload.js', options.liveReload) : undefined;

  const policy = { secure: options.secure, origins: [...new Set([...origins, ...previewOrigins])] };
  const sendPage = async ({ headers }: FastifyRequest, pathname: string, reply: FastifyReply) => {
    const served = await registryNow().catch(() => undefined);
    const nonce = randomBytes(16).toString('base64');
    const page = renderPage({
      nonce,
      pathname,
      cookies: headers.cookie,
      registry: served?.registry,
      shell: JSON.parse(shellFiles()) as FileList,
      config: options.publicConfig,
      pageStart,
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
    if (wantsPage(request, pathname)) return sendPage(request, pathname, reply);
    return reply.code(404).type('text/plain').send('Not found');
  });
};

/** Security headers that a route set itself; they take precedence. */
const routeHeaders = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.keys(securityHeaders).flatMap((name) =>
      reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [],
    ),
  );
