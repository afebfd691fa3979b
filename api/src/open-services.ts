import { mkdirSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { jobKinds } from './job-kinds.ts';
import { costsEverySeconds, heartbeatSeconds } from './deadlines.ts';
import { readBuildInfo } from './platform/build-info.ts';
import { countBuffersInHeapLimit } from './platform/count-buffers.ts';
import type { Command } from './platform/command.ts';
import { databaseLocation } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { createMigrationFinisher, openDatabase } from './platform/db/index.ts';
import { createLogger } from './platform/http/logging.ts';
import { DiskFullError, lowDiskText, startBytes } from './platform/disk-space.ts';
import { requireDatabase } from './platform/existing-database.ts';
import { createHeartbeat, createRunner } from './platform/jobs/index.ts';
import { smtpTransport } from './platform/mail/transport.ts';
import { readSecrets } from './platform/secrets.ts';
import {
  checkStoredSecrets,
  describeUnreadable,
  unreadableAction,
} from './sendings/webhooks/stored-secrets.ts';
import { createServices } from './services.ts';
import type { Services } from './people/services.ts';

export interface OpenServices extends Services {
  /** Starts the heartbeat and, unless WORKERS is off, the background work; call it once initial data is loaded. */
  startWorkers(): Promise<void>;
  /** Stops the background work and closes the database; call it after the server has closed. */
  close(): Promise<void>;
}

const createWorkers = (services: Services, logger: FastifyBaseLogger, onPoll: () => Promise<void>) => {
  const { config, db, jobs, jobMetrics, clientCosts } = services;
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : undefined;
  const runner = createRunner({
    db,
    kinds: jobKinds(transport, services, logger),
    logger,
    clock: jobs.clock,
    onAttempt: jobMetrics.observe,
    meter: clientCosts,
    onPoll,
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

/** For a process without background work, whose runner would call it. */
const beatRegularly = (beat: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  return {
    async start() {
      // Requests log that the database cannot be reached.
      const tryToBeat = () => void beat().catch(() => undefined);
      tryToBeat();
      timer = setInterval(tryToBeat, heartbeatSeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
    },
  };
};

/** Stores what calls and background work cost, at intervals and at the end. */
const storeCostsRegularly = ({ clientCosts }: Services) => {
  let timer: NodeJS.Timeout | undefined;
  // Requests log that the database cannot be reached. What is not stored is kept.
  const tryToStore = () => clientCosts.store().catch(() => undefined);
  return {
    start() {
      timer = setInterval(() => void tryToStore(), costsEverySeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
      await tryToStore();
    },
  };
};

/** Says at the start what would fail at a delivery only. */
const logUnreadableSecrets = async ({ db, secrets, jobs }: Services, logger: FastifyBaseLogger) => {
  const { unreadable } = await checkStoredSecrets(db.kysely, secrets, jobs.clock());
  const problem = describeUnreadable(unreadable);
  if (problem !== undefined) logger.error({ unreadable }, `${problem} ${unreadableAction}`);
};

const observeWaitsIn = (registry: Registry) => {
  const waits = new Histogram({
    name: 'database_session_wait_seconds',
    help: 'Time that a statement or transaction of this process has waited for a session of the database',
    buckets: [0.001, 0.01, 0.05, 0.25, 1, 5, 30],
    registers: [registry],
  });
  return (seconds: number) => waits.observe(seconds);
};

const prepareDataDirectory = async (directory: string) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const problem = await lowDiskText(directory, startBytes);
  if (problem) throw new DiskFullError(problem);
};

const openAll = async (config: Config, logger: FastifyBaseLogger): Promise<OpenServices> => {
  // The memory of the embedded database is a buffer, too large beside the heap to count with it.
  if (config.databaseUrl) countBuffersInHeapLimit();
  if (!config.databaseUrl) await prepareDataDirectory(config.dataDir);
  let observeWait: ((seconds: number) => void) | undefined;
  const db = await openDatabase({
    ...databaseLocation(config),
    poolSize: config.poolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    onWait: (seconds) => observeWait?.(seconds),
    onServerFull: () => logger.warn('the database server has no connection left; statements wait for one'),
    onMigrated: (migration, seconds) => logger.info({ migration, seconds }, 'a migration is applied'),
    onMigrationWaits: (migration) =>
      logger.warn({ migration }, 'a table is in use; its migration lets others pass and is tried again'),
    // All of them break at once when the server stops; their stacks would say the same.
    onIdleError: ({ message }) => logger.warn({ reason: message }, 'an idle database connection broke'),
  });
  const services = createServices(config, db, readSecrets(config));
  observeWait = observeWaitsIn(services.metrics);
  const isWorker = config.workers !== 'off';
  const { databaseTime: readTime, jobs } = services;
  const beat = createHeartbeat({
    db,
    clock: jobs.clock,
    readTime,
    isWorker,
    version: readBuildInfo().version,
    sendsMails: isWorker && config.smtpUrl !== undefined,
    logger,
  });
  const workers = isWorker ? createWorkers(services, logger, beat) : beatRegularly(beat);
  const costs = storeCostsRegularly(services);
  const migrations = createMigrationFinisher({ db, logger });
  return {
    ...services,
    async startWorkers() {
      await logUnreadableSecrets(services, logger);
      // The embedded database shows the mails on a page instead.
      if (isWorker && config.databaseUrl !== undefined && config.smtpUrl === undefined)
        logger.warn('SMTP_URL is not set: mails wait, and none is sent');
      await workers.start();
      costs.start();
      migrations.start();
    },
    async close() {
      await migrations.stop();
      await workers.stop();
      await costs.stop();
      await db.close();
    },
  };
};

/**
 * Opens the database, migrates it, reads the secrets and creates all services of a process of the product. Throws
 * DataDirectoryInUseError, DiskFullError, MigrationError, or the error of the database driver.
 */
export const openServices = async (config: Config, logger: FastifyBaseLogger): Promise<OpenServices> => {
  // Before the database opens, so that a start that fails says it as well.
  logger.info({ ...readBuildInfo(), workers: config.workers }, 'Readerlens starts');
  return openAll(config, logger);
};

/**
 * Opens all services for a command, as the server has them. Background work does not start. The database may be new only if the command
 * begins one. Its log goes to stderr, because what it prints may be piped into something.
 */
export const openCommandServices = async (
  { readConfig, open }: Command,
  { mayBeNew = false } = {},
): Promise<OpenServices> => {
  const config = readConfig();
  if (!mayBeNew) requireDatabase(config);
  return open(openAll(config, createLogger(config, process.stderr)));
};
