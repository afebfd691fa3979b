import type { FastifyBaseLogger } from 'fastify';
import { commonCauseLogMs } from '../../deadlines.ts';
import { isDiskFull } from '../disk-space.ts';
import { toAppError } from './error-response.ts';

type Log = Pick<FastifyBaseLogger, 'error'>;

/** Logs a cause at most once a minute. */
const createQuietLog = (message: string) => {
  let quietUntil = 0;
  let unlogged = 0;
  return (error: unknown, log: Log): void => {
    const now = Date.now();
    const quietMs = quietUntil - now;
    // A clock that was moved back must not keep the log quiet for longer.
    if (quietMs > 0 && quietMs <= commonCauseLogMs) {
      unlogged += 1;
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason, unlogged }, message);
    quietUntil = now + commonCauseLogMs;
    unlogged = 0;
  };
};

const logInterruption = createQuietLog('the database cannot be reached');
const logFullDisk = createQuietLog('the disk is full');

/**
 * Logs an error whose cause makes everything in this process fail, once a minute: the log of thousands says no more, and may be on the same
 * disk. Returns whether it is one.
 */
export const logCommonCause = (error: unknown, log: Log): boolean => {
  const isInterruption = toAppError(error).isInterruption;
  const quietLog = isInterruption ? logInterruption : isDiskFull(error) ? logFullDisk : undefined;
  quietLog?.(error, log);
  return quietLog !== undefined;
};
