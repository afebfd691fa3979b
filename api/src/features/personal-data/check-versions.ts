import { earlierVersionMessage } from '@readerlens/contract/personal-data/messages';
import type { Services } from '../../people/services.ts';
import { nameLastMigration } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import { isRunning, readProcesses } from '../../platform/jobs/index.ts';

/**
 * Imports of an earlier version do not recognize who is erased or restricted for some clients only, and would bring them back.
 * @throws AppError 409 while a process of an earlier version runs
 */
export const checkVersions = async ({
  db,
  databaseTime,
}: Pick<Services, 'databaseTime' | 'db'>): Promise<void> => {
  const lastMigration = nameLastMigration();
  const now = await databaseTime();
  const running = (await readProcesses(db.kysely)).filter((each) => isRunning(each, now));
  if (running.some((each) => each.lastMigration === null || each.lastMigration < lastMigration))
    throw conflict(earlierVersionMessage);
};
