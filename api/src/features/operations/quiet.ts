import type { FastifyInstance } from 'fastify';

/** Route options for frequent polling: requests are not logged, failures are. */
export const quiet = ({ log }: FastifyInstance) => ({
  logLevel: ['trace', 'debug', 'info'].includes(log.level) ? ('warn' as const) : (log.level as 'warn'),
});
