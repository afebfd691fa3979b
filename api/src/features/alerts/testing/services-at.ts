import type { Services } from '../../../people/services.ts';
import { readConfig } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/index.ts';
import { createJobQueue } from '../../../platform/jobs/index.ts';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import { findErasureKey, secretsFrom } from '../../../platform/secrets.ts';
import { createServices } from '../../../services.ts';

/** Services with a clock of their own. */
export const servicesAt = (
  db: Database,
  clock: () => Date,
  environment: Readonly<Record<string, string>> = {},
): Services => {
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://app.example', ...environment });
  const jobs = { ...createJobQueue(clock), wait: async () => undefined };
  const services = createServices(
    config,
    db,
    secretsFrom(config.jwtSecret ?? 'a secret for tests', {
      ...config.keys,
      erasureKey: findErasureKey(config),
    }),
  );
  return { ...services, jobs, outbox: createOutbox({ db, jobs, config }) };
};
