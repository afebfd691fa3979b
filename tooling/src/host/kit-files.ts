import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The area kit of a shell. */
export interface Kit {
  /** The hash of what it has. */
  version: string;
  /** Its path on this machine, beside those of earlier versions. */
  file: string;
}

interface KitRequest {
  Params: { name: string };
}

const formatName = ({ version }: Kit) => `kit-${version}.tgz`;

/** Serves the area kit, which `buildKit` returns: which one it is at `/shell/kit.json`, and `/shell/kit-VERSION.tgz`. */
export const kitFiles = async (app: FastifyInstance, { buildKit }: { buildKit: () => Promise<Kit> }) => {
  const findKit = async (reply: FastifyReply): Promise<Kit | undefined> => {
    try {
      return await buildKit();
    } catch (error) {
      app.log.error({ err: error }, 'The area kit cannot be built');
      await reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('There is no area kit.');
      return undefined;
    }
  };

  app.get('/shell/kit.json', async (_request, reply) => {
    const kit = await findKit(reply);
    if (!kit) return reply;
    return reply
      .header('cache-control', 'no-cache')
      .send({ version: kit.version, address: `/shell/${formatName(kit)}` });
  });

  app.get<KitRequest>('/shell/:name(^kit-[0-9a-f]+\\.tgz$)', async (request, reply) => {
    const kit = await findKit(reply);
    if (!kit) return reply;
    const file = path.join(path.dirname(kit.file), request.params.name);
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': size })
      .type('application/gzip')
      .send(createReadStream(file));
  });
};
