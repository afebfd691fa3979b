import { mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openDatabase } from './db/index.ts';
import type { Database } from './db/index.ts';
import { sendDueMails } from './mail/mail-worker.ts';
import { smtpTransport } from './mail/transport.ts';
import { periodically } from './periodic.ts';
import { readSecrets } from './secrets.ts';
import { createServices } from './services.ts';
import type { Services } from './services.ts';

export interface OpenServices extends Services {
  /** Ends what runs in the background and closes the database; call it after the server has closed. */
  close(): Promise<void>;
}

const mailPauseMs = 5000;
const tidyPauseMs = 6 * 3_600_000;

const startMail = (config: Config, db: Database, logger: FastifyBaseLogger) => {
  if (!config.smtpUrl) return async () => {};
  const transport = smtpTransport(config.smtpUrl, config.mailFrom);
  const job = periodically(
    () => sendDueMails(db, transport),
    mailPauseMs,
    (err) => logger.error({ err }, 'mails could not be sent'),
  );
  return async () => {
    await job.stop();
    transport.close();
  };
};

/** Deletes what nobody needs any more: old counters, used links, reports and samples of browsers. */
export const tidy = async ({ kysely }: Database): Promise<void> => {
  const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  await kysely.deleteFrom('login_attempt').where('window_start', '<', daysAgo(2)).execute();
  await kysely.deleteFrom('user_token').where('expires_at', '<', daysAgo(30)).execute();
  await kysely.deleteFrom('client_error').where('at', '<', daysAgo(90)).execute();
  await kysely.deleteFrom('area_sample').where('at', '<', daysAgo(30)).execute();
};

/**
 * Opens everything the API works with: the database, migrated; secrets; the mail that goes out in the background.
 * Throws DataDirectoryInUseError, MigrationError, or the database driver's error.
 */
export const openServices = async (config: Config, logger: FastifyBaseLogger): Promise<OpenServices> => {
  if (!config.databaseUrl) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = await openDatabase({
    ...(config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir }),
    statementTimeoutMs: config.statementTimeoutMs,
    onIdleError: (err) => logger.warn({ err }, 'an idle database connection broke'),
  });
  const services = createServices(config, db, readSecrets(config));
  const stopMail = startMail(config, db, logger);
  const tidying = periodically(
    () => tidy(db),
    tidyPauseMs,
    (err) => logger.error({ err }, 'tidying up failed'),
  );
  return {
    ...services,
    async close() {
      await Promise.all([stopMail(), tidying.stop()]);
      await db.close();
    },
  };
};
