import { readinessDeadlineMs } from '../../deadlines.ts';
import type { Database } from './database.ts';

/** Whether the database responds, however busy it is. */
export const answersInTime = async (db: Pick<Database, 'ping'>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), readinessDeadlineMs);
  });
  const ping = db.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([ping, late]).finally(() => clearTimeout(timer));
};
