import { anyone } from '@readerlens/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { quiet } from './quiet.ts';
import type { Database } from '../../platform/db/index.ts';
import { unavailable } from '../../platform/http/errors.ts';

const timeoutMs = 5000;

const answersInTime = async ({ kysely }: Database): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const ping = sql`SELECT 1`.execute(kysely).then(
    () => true,
    () => false,
  );
  return Promise.race([ping, late]).finally(() => clearTimeout(timer));
};

/**
 * `/health/live`: the process runs. `/health/ready`: the database responds; migrations are applied before the
 * server starts to listen.
 */
export const healthRoutes = (app: FastifyInstance, db: Database): void => {
  const options = { config: { access: anyone }, schema: { hide: true }, ...quiet(app) } as const;
  app.get('/health/live', options, async () => ({ success: true, message: '', data: null }));
  app.get('/health/ready', options, async () => {
    if (!(await answersInTime(db))) throw unavailable('The database does not respond.');
    return { success: true, message: '', data: null };
  });
};
