import { readinessDeadlineMs } from '../../deadlines.ts';
import type { SqlPool } from './sql-pool.ts';

/** Whether the database responds, however busy it is. */
export const answersInTime = async (
  db: Pick<SqlPool, 'ping'>,
  deadlineMs = readinessDeadlineMs,
): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const ping = db.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([ping, late]).finally(() => clearTimeout(timer));
};
