import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import { ExplainedError } from './explained-error.ts';

/**
 * Throws ExplainedError if there is no embedded database where one is configured. A command would create it, do its work on
 * nothing, and report success to whoever forgot the settings of the server.
 */
export const requireDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void => {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db')))
    throw new ExplainedError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
};
