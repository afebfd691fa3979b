import type { FastifyBaseLogger } from 'fastify';
import { stopDeadlineMs } from '../deadlines.ts';
import type { Drain } from './drain.ts';

interface StopOptions {
  readonly logger: FastifyBaseLogger;
  readonly drain: Drain;
  /** The process, unless in a test. */
  readonly target?: Pick<NodeJS.Process, 'exit' | 'on'>;
}

/**
 * Stops the process on SIGTERM and SIGINT: waits for `close` until the deadline. SIGTERM, which a process manager sends, drains
 * first; a person who presses Ctrl-C does not wait. A second signal stops it immediately.
 */
export const stopOnSignals = (
  close: () => Promise<void>,
  { logger, drain, target = process }: StopOptions,
): void => {
  let isStopping = false;
  const closeInTime = async () => {
    setTimeout(() => {
      logger.error('pending requests did not finish in time');
      target.exit(1);
    }, stopDeadlineMs).unref();
    await close();
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return target.exit(1);
    isStopping = true;
    logger.info({ signal }, 'stopping');
    try {
      if (signal === 'SIGTERM') await drain.run();
      await closeInTime();
      target.exit(0);
    } catch (err) {
      logger.error({ err }, 'stopping failed');
      target.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) target.on(signal, (received) => void stop(received));
};
