import type { FastifyInstance } from 'fastify';

/** Route options for what is asked every few seconds: requests are not logged, failures are. */
export const quiet = ({ log }: FastifyInstance) => ({
  logLevel: ['trace', 'debug', 'info'].includes(log.level) ? ('warn' as const) : (log.level as 'warn'),
});
