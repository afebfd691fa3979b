import type { FastifyBaseLogger } from 'fastify';
import { interruptionLogMs } from '../../deadlines.ts';

const interruption = { quietUntil: 0, unlogged: 0 };

/** Logs that the database cannot be reached, once a minute: everything in this process fails for the same reason. */
export const logInterruption = (error: unknown, log: Pick<FastifyBaseLogger, 'error'>): void => {
  const now = Date.now();
  const quietMs = interruption.quietUntil - now;
  // A clock that was moved back must not keep the log quiet for longer.
  if (quietMs > 0 && quietMs <= interruptionLogMs) {
    interruption.unlogged += 1;
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  log.error({ reason, unlogged: interruption.unlogged }, 'the database cannot be reached');
  Object.assign(interruption, { quietUntil: now + interruptionLogMs, unlogged: 0 });
};
