import { openServices } from './open-services.ts';
import type { Services } from './people/services.ts';
import { readConfig } from './platform/config.ts';
import { createLogger } from './platform/http/logging.ts';

/**
 * Runs the work of a command on the installation of an environment: with its settings, database and secrets, as the server has
 * them. Background work does not start.
 */
export const runWithServices = async <Result>(
  work: (services: Services) => Promise<Result>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result> => {
  const config = readConfig({ LOG_LEVEL: 'warn', ...environment });
  const services = await openServices(config, createLogger(config));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
};
