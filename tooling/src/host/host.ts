import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readRegistry } from '../registry/publish.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';
import { renderPage } from './page.ts';
import { contentSecurityPolicy, securityHeaders } from './security.ts';

export interface HostOptions {
  /** Folder with registry.json and areas/. */
  site: string;
  /** The shell's build, with files.json. */
  shellDir: string;
  /** Files served from the root as they are. */
  publicDir: string;
  /** Public settings for the browser. */
  publicConfig: unknown;
  /** Whether people reach this server by https. */
  secure: boolean;
  liveReload?: boolean;
}

/** Paths that are never a page of the application: a missing one is a 404, not the page. */
const isFilePath = (pathname: string) => /^\/(shell|areas|dev|api)\//.test(pathname);

const wantsPage = (request: FastifyRequest, pathname: string) =>
  (request.method === 'GET' || request.method === 'HEAD') && !isFilePath(pathname);

/**
 * Serves the browser's side of the product: the page with the registry in it, the shell's files, the areas'
 * immutable versions. Areas and registry are read at each request, so a deploy needs no restart.
 */
export const host = async (app: FastifyInstance, options: HostOptions) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...securityHeaders, ...headersSet(reply) });
    if (options.secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });

  const files = { decorateReply: false, index: false as const, dotfiles: 'deny' as const };
  const forever = { ...files, immutable: true, maxAge: '365d', preCompressed: true };
  await app.register(fastifyStatic, {
    ...forever,
    root: options.shellDir,
    prefix: '/shell/',
  });
  await app.register(fastifyStatic, {
    ...forever,
    root: path.join(options.site, 'areas'),
    prefix: '/areas/',
  });
  await app.register(fastifyStatic, { ...files, root: options.publicDir, prefix: '/', wildcard: false });

  app.get('/registry.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(readRegistry(options.site)),
  );

  const sendPage = (pathname: string, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const page = renderPage({
      nonce,
      pathname,
      registry: readRegistry(options.site),
      shell: JSON.parse(readFileSync(path.join(options.shellDir, 'files.json'), 'utf8')) as FileList,
      config: options.publicConfig,
      liveReload: options.liveReload ?? false,
    });
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, options))
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
