import { createServices, readConfig } from '@readerlens/api';
import type { Database } from '@readerlens/api';
import { createJobQueue, createRunner, secretsFrom } from '@readerlens/api/bench';
import type { JobKind, Runner } from '@readerlens/api/bench';

/** Five minutes after a slot in UTC; a day later for each round. */
export const slotTime = (last: string, round: number): Date =>
  new Date(Date.parse(`${last}T06:05:00Z`) + (round + 1) * 86_400_000);

const logger = { info() {}, warn() {}, error() {} };
type Services = ReturnType<typeof createServices>;

/** A worker of one kind of jobs, with a clock of its own. */
export const createWorkers = (
  db: Database,
  now: () => Date,
  createKind: (services: Services, log: typeof logger) => JobKind,
): { readonly services: Services; readonly runner: Runner } => {
  const config = readConfig({ LOG_LEVEL: 'warn', PORT: '0' });
  const services = createServices(config, db, secretsFrom('a secret for benchmarks only'));
  const parts = { ...services, jobs: createJobQueue(now) };
  const runner = createRunner({ db, kinds: [createKind(parts, logger)], logger, clock: now });
  return { services, runner };
};

/** Whose alerts and reports are measured, and of which clients. */
export const ownerAndClients = async ({ kysely }: Database) => {
  const owner = await kysely
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'sysadmin@demo.example')
    .executeTakeFirstOrThrow();
  const clients = await kysely
    .selectFrom('client')
    .select('id')
    .where('is_paid', '=', true)
    .orderBy('id')
    .execute();
  return { ownerId: owner.id, clientIds: clients.map(({ id }) => id) };
};
