import { anyone } from '@readerlens/contract';
import type { FastifyInstance } from 'fastify';
import { quiet } from './quiet.ts';
import type { Services } from '../../people/services.ts';
import { answersInTime } from '../../platform/db/index.ts';
import { freeBytes, lowDiskText, readyBytes } from '../../platform/disk-space.ts';
import type { FreeBytes } from '../../platform/disk-space.ts';
import { errorResponse } from '../../platform/http/error-response.ts';
import { interrupted, unavailable } from '../../platform/http/errors.ts';

/**
 * `/health/live`: the process runs. `/health/ready`: it is not about to stop, the database responds, however busy it is, and the
 * disk of the embedded one has space; migrations are applied before the server starts to listen.
 */
export const healthRoutes = (
  app: FastifyInstance,
  { db, config, drain }: Pick<Services, 'db' | 'config' | 'drain'>,
  free: FreeBytes = freeBytes,
): void => {
  const options = { config: { access: anyone }, schema: { hide: true }, ...quiet(app) } as const;
  app.get('/health/live', options, async () => ({ success: true, message: '', data: null }));
  app.get('/health/ready', options, async ({ id }, reply) => {
    // Not thrown: what is planned is no error in the log.
    if (drain.hasBegun()) {
      const stopping = unavailable('This process is about to stop.');
      return reply.code(stopping.status).headers(stopping.headers).send(errorResponse(stopping, id));
    }
    if (!(await answersInTime(db))) throw interrupted('The database does not respond.');
    const full = db.engine === 'pglite' ? await lowDiskText(config.dataDir, readyBytes, free) : undefined;
    if (full) throw unavailable(full);
    return { success: true, message: '', data: null };
  });
};
