import { mkdirSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { jobKinds } from './job-kinds.ts';
import { databaseLocation } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/index.ts';
import { DiskFullError, lowDiskText, startBytes } from './platform/disk-space.ts';
import { createRunner } from './platform/jobs/index.ts';
import { smtpTransport } from './platform/mail/transport.ts';
import { readSecrets } from './platform/secrets.ts';
import { createServices } from './services.ts';
import type { Services } from './people/services.ts';

export interface OpenServices extends Services {
  /** Starts the background work, unless WORKERS is off; call it once initial data is loaded. */
  startWorkers(): Promise<void>;
  /** Stops the background work and closes the database; call it after the server has closed. */
  close(): Promise<void>;
}

const createWorkers = (services: Services, logger: FastifyBaseLogger) => {
  const { config, db, jobs, jobMetrics } = services;
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : undefined;
  const runner = createRunner({
    db,
    kinds: jobKinds(transport, services, logger),
    logger,
    clock: jobs.clock,
    onAttempt: jobMetrics.observe,
  });
  jobs.onAdd(() => runner.wake());
  return {
    start: () => runner.start(),
    async stop() {
      await runner.stop();
      transport?.close();
    },
  };
};

const prepareDataDirectory = async (directory: string) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const problem = await lowDiskText(directory, startBytes);
  if (problem) throw new DiskFullError(problem);
};

/**
 * Opens the database, migrates it, reads the secrets and creates all services. Throws DataDirectoryInUseError,
 * DiskFullError, MigrationError, or the error of the database driver.
 */
export const openServices = async (config: Config, logger: FastifyBaseLogger): Promise<OpenServices> => {
  if (!config.databaseUrl) await prepareDataDirectory(config.dataDir);
  const db = await openDatabase({
    ...databaseLocation(config),
    statementTimeoutMs: config.statementTimeoutMs,
    onIdleError: (err) => logger.warn({ err }, 'an idle database connection broke'),
  });
  const services = createServices(config, db, readSecrets(config));
  const workers = config.workers === 'off' ? undefined : createWorkers(services, logger);
  return {
    ...services,
    startWorkers: async () => workers?.start(),
    async close() {
      await workers?.stop();
      await db.close();
    },
  };
};
