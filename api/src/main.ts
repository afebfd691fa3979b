// The API as a separate process: `node src/main.ts`.
import { buildApi } from './app.ts';
import { readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { createLogger } from './platform/http/logging.ts';
import { openServices } from './open-services.ts';
import { explainError } from './platform/explain-error.ts';
import { stopOnSignals } from './platform/stop.ts';

const start = async (config: Config) => {
  const logger = createLogger(config);
  const services = await openServices(config, logger);
  const app = await buildApi({ services, logger });
  const close = async () => {
    await app.close();
    await services.close();
  };
  stopOnSignals(close, { logger, drain: services.drain });
  await app.listen({ port: config.port, host: config.host });
  await services.startWorkers();
};

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exit(1);
}
