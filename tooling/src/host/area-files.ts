import { StoreError } from '@readerlens/api/storage';
import type { OpenObject } from '@readerlens/api/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AreaStore } from '../store/area-store.ts';
import { chooseHeaders } from '../store/file-headers.ts';
import { isPlainSegment } from '../store/plain-segment.ts';

interface FileRequest {
  Params: { id: string; version: string; '*': string };
}

/** The store key of the requested file; undefined for a path that no deploy writes. */
const buildStoreKey = ({ params }: FastifyRequest<FileRequest>): string | undefined => {
  const segments = ['areas', params.id, params.version, ...params['*'].split('/')];
  return segments.every(isPlainSegment) ? segments.join('/') : undefined;
};

/** Keys to try for a browser that accepts these encodings, compressed copies first. */
const candidateKeys = (key: string, accepted: string): string[] => {
  const encodings = /\.(js|css|svg|json)$/.test(key)
    ? ['br', 'gzip'].filter((name) => accepted.includes(name))
    : [];
  return [...encodings.map((name) => `${key}.${name === 'br' ? 'br' : 'gz'}`), key];
};

const openFirst = async (store: AreaStore, keys: readonly string[]) => {
  for (const key of keys) {
    const file = await store.open(key);
    if (file) return { key, file };
  }
  return undefined;
};

const sendFile = (reply: FastifyReply, key: string, { body, size }: OpenObject) => {
  const { contentType, cacheControl, contentEncoding } = chooseHeaders(key);
  if (contentEncoding) reply.header('content-encoding', contentEncoding);
  return reply
    .headers({ 'cache-control': cacheControl, 'content-length': size, vary: 'accept-encoding' })
    .type(contentType)
    .send(body);
};

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain').send(text);

/** Serves the immutable files of all area versions from a store, at `/areas/ID/VERSION/…`. */
export const areaFiles = async (app: FastifyInstance, { store }: { store: AreaStore }) => {
  app.get<FileRequest>('/areas/:id/:version/*', async (request, reply) => {
    const key = buildStoreKey(request);
    if (!key) return sendText(reply, 404, 'Not found');
    const etag = `W/"${request.params.version}"`;
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    try {
      const found = await openFirst(store, candidateKeys(key, request.headers['accept-encoding'] ?? ''));
      if (!found) return sendText(reply, 404, 'Not found');
      return sendFile(reply.header('etag', etag), found.key, found.file);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      request.log.error({ err: error }, 'The area store cannot be read');
      return sendText(reply, 503, 'Areas are temporarily unavailable.');
    }
  });
};
