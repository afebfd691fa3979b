// The API as a separate process: `node src/main.ts`.
import { buildApi } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { DataDirectoryInUseError, MigrationError } from './platform/db/index.ts';
import { createLogger } from './platform/http/logging.ts';
import { openServices } from './open-services.ts';
import { stopOnSignals } from './platform/stop.ts';

const start = async (config: Config) => {
  const logger = createLogger(config);
  const services = await openServices(config, logger);
  const app = await buildApi({ services, logger });
  stopOnSignals(async () => {
    await app.close();
    await services.close();
  }, logger);
  await app.listen({ port: config.port, host: config.host });
  await services.startWorkers();
};

/** Errors whose message is enough to fix them, without a stack trace. */
const isExpected = (error: unknown): error is Error =>
  [ConfigError, DataDirectoryInUseError, MigrationError].some((type) => error instanceof type) ||
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!isExpected(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
