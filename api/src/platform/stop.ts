import type { FastifyBaseLogger } from 'fastify';

/** Requests under way get this long to end. */
const deadlineMs = 10_000;

/**
 * Stops the process on SIGTERM and SIGINT: `close` is awaited, but not beyond the deadline. A second signal stops
 * at once.
 */
export const stopOnSignals = (close: () => Promise<void>, logger: FastifyBaseLogger): void => {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('requests under way did not end in time');
      process.exit(1);
    }, deadlineMs).unref();
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
