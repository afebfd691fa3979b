import type { RunningProcess } from '@readerlens/contract';
import type { Services } from '../../people/services.ts';
import { isRunning, readProcesses } from '../../platform/jobs/index.ts';

/** The processes that run now, by name. */
export const readRunningProcesses = async ({
  db,
  databaseTime,
}: Pick<Services, 'db' | 'databaseTime'>): Promise<RunningProcess[]> => {
  const now = await databaseTime();
  const processes = await readProcesses(db.kysely);
  return processes
    .filter((each) => isRunning(each, now))
    .map(({ name, isWorker, version, startedAt, seenAt }) => ({
      name,
      isWorker,
      version,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
};
