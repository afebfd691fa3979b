import type { FastifyBaseLogger } from 'fastify';
import { stopDeadlineMs } from '../deadlines.ts';

/**
 * Stops the process on SIGTERM and SIGINT: waits for `close` until the deadline. A second signal stops it
 * immediately.
 */
export const stopOnSignals = (close: () => Promise<void>, logger: FastifyBaseLogger): void => {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('pending requests did not finish in time');
      process.exit(1);
    }, stopDeadlineMs).unref();
    try {
      await close();
      process.exit(0);
    } catch (err) {
      logger.error({ err }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (received) => void stop(received));
};
