import type { Services } from '../people/services.ts';

/** What the jobs of alerts and reports use. */
export type SendingServices = Pick<
  Services,
  'db' | 'users' | 'catalogue' | 'jobs' | 'outbox' | 'config' | 'exportSlots' | 'secrets' | 'clientCosts'
>;
